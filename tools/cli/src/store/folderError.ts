/** Turns an error of the file system into one for users, with the reason and what to do. */
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, isAppError } from '@slipway/contracts';

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOSPC: 'its disk is full',
  EDQUOT: "this user's quota is used up",
};

/** The advice for a full disk; all other errors concern the folder. */
const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space, such as with slipway prune, then run the command again',
  EDQUOT: 'free some space, such as with slipway prune, then run the command again',
};

const isForbidden = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'];

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

export const isErrno = (error: unknown, ...codes: string[]): boolean => codes.includes(codeOf(error) ?? '');

/** Whether there is no such file. */
export const isMissing = (error: unknown): boolean => isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR');

/** Whether a folder, or the nearest one above it that exists, can be written to: undefined, or the code of the error. */
async function writeError(folder: string): Promise<string | undefined> {
  const code = await access(folder, constants.W_OK).then(() => undefined, codeOf);
  return code === 'ENOENT' && dirname(folder) !== folder ? writeError(dirname(folder)) : code;
}

/** @throws `forbidden`, `unavailable` */
export async function rethrowFolderError(cause: unknown, root: string): Promise<never> {
  const found = codeOf(cause);
  if (isAppError(cause) || found === undefined) throw cause;
  // Node reports ENOENT when it creates folders on a read-only file system.
  const code = found === 'ENOENT' ? ((await writeError(root)) ?? found) : found;
  const reason = reasons[code];
  throw new AppError(
    isForbidden.includes(code) ? 'forbidden' : 'unavailable',
    `The store ${root} cannot be written to${reason ? `, because ${reason}` : ''} (${code}): ${advice[code] ?? 'correct the folder, or use another store'}`,
    { cause },
  );
}

/** The error of a write to one file, with its name. */
export function fileError(cause: unknown, path: string): unknown {
  const code = codeOf(cause);
  const reason = code === undefined ? undefined : reasons[code];
  if (code === undefined || reason === undefined) return cause;
  return new AppError(
    isForbidden.includes(code) ? 'forbidden' : 'unavailable',
    `${path} cannot be written, because ${reason} (${code})`,
    { cause },
  );
}

/** The error of a read, for users when they lack a permission. */
export function readError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (code !== 'EACCES' && code !== 'EPERM') return cause;
  const path = cause instanceof Error && 'path' in cause ? String(cause.path) : 'The store';
  return new AppError(
    'forbidden',
    `${path} cannot be read by this user (${code}): give this user permission to read it`,
    { cause },
  );
}
