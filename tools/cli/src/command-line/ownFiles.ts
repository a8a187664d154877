/** Files that commands write outside of a store, such as those of environments. */
import { randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@slipway/contracts';
import { fileError } from '../store/folderError';
import { withLock } from '../store/lockOnFolderTime';

/** `link` fails where a file exists, unlike `rename`. @throws `conflict` */
const linkNew = (temporary: string, path: string) =>
  link(temporary, path).catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw new AppError('conflict', `${path} already exists`, { cause });
  });

/**
 * Atomic: an interrupted command leaves the file as it was. Makes missing folders.
 * @throws `forbidden`, `unavailable` with the name of the file; `conflict` when a new file exists
 */
export async function writeOwnFile(
  path: string,
  bytes: string | Uint8Array,
  { isNew = false } = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(temporary, bytes);
      await (isNew ? linkNew : rename)(temporary, path);
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined); // keeps the error of the write
    }
  } catch (cause) {
    throw fileError(cause, path);
  }
}

/** Writes a file that still has the text `from`. @throws `conflict` when it was changed, and as `writeOwnFile` */
export async function replaceOwnFile(path: string, from: string, to: string): Promise<void> {
  try {
    await withLock(path, { key: path, folderNow: Date.now() }, async (assertHeld) => {
      if ((await readFile(path, 'utf8')) !== from)
        throw new AppError('conflict', `${path} was changed in the meantime: run the command again`);
      assertHeld();
      await writeOwnFile(path, to);
    });
  } catch (cause) {
    throw fileError(cause, path);
  }
}

/** For a command that writes something else first. @throws `forbidden` when the folder of a file cannot be made or written to */
export async function requireWritable(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await access(dirname(path), constants.W_OK);
  } catch (cause) {
    throw fileError(cause, path);
  }
}
