/** A store in a folder. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lock } from 'proper-lockfile';
import { AppError, isAppError } from '@slipway/contracts';
import type { Store } from './store';

/** Where a file is until it is whole: on the same file system, and in nobody's way when a write is cut. */
const INCOMING = '.incoming';

/** A lock whose holder died is taken over after this many milliseconds: the least that the library allows. */
const STALE_AFTER = 2_000;

const isErrno = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
const isMissing = (error: unknown) => isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR');

export function folderStore(folder: string): Store {
  const root = resolve(folder);

  /** @throws `invalid_input` for a key that leads out of the folder */
  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    if (!path.startsWith(root + sep) || key.includes('\0')) {
      throw new AppError('invalid_input', `${key} is not a key of the store`);
    }
    return path;
  };

  /** @throws `forbidden`, `unavailable`: what the file system said, as a sentence */
  const told = (cause: unknown): never => {
    if (isAppError(cause) || !(cause instanceof Error) || !('code' in cause)) throw cause;
    const code = String(cause.code);
    const isRefused = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code);
    throw new AppError(
      isRefused ? 'forbidden' : 'unavailable',
      `The store ${root} cannot be written to (${code}): correct the folder, or name another store`,
      { cause },
    );
  };

  const get = async (key: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(pathOf(key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  const writePart = async (path: string, bytes: Uint8Array): Promise<string> => {
    const incoming = join(root, INCOMING);
    await mkdir(incoming, { recursive: true });
    await mkdir(dirname(path), { recursive: true });
    const part = join(incoming, randomUUID());
    await writeFile(part, bytes);
    return part;
  };

  const create = async (key: string, bytes: Uint8Array): Promise<void> => {
    const path = pathOf(key);
    const part = await writePart(path, bytes);
    try {
      await link(part, path); // fails where the file exists; a rename would replace it
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
      if (!(await readFile(path)).equals(bytes)) {
        throw new AppError('conflict', `${key} exists already, with other content`);
      }
    } finally {
      await rm(part, { force: true });
    }
  };

  const swap = async (key: string, from: string | undefined, to: string, folder?: string): Promise<void> => {
    const path = pathOf(key);
    const part = await writePart(path, Buffer.from(to));
    const linkPart = `${part}-link`;
    if (folder !== undefined) await symlink(relative(dirname(path), pathOf(folder)), linkPart);
    const release = await lock(path, {
      realpath: false,
      stale: STALE_AFTER,
      retries: { retries: 100, minTimeout: 10, maxTimeout: 50 },
    });
    try {
      if ((await get(key))?.toString() !== from) {
        throw new AppError('conflict', `${key} was moved by somebody else: look again, then try again`);
      }
      await rename(part, path);
      if (folder !== undefined) await rename(linkPart, path.replace(/\.json$/, ''));
    } finally {
      await release();
      await Promise.all([part, linkPart].map((left) => rm(left, { force: true })));
    }
  };

  return {
    address: root,
    get,
    create: (key, bytes) => create(key, bytes).catch(told),
    swap: (key, from, to, folder) => swap(key, from, to, folder).catch(told),

    async list(below) {
      try {
        return await readdir(pathOf(below));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },

    async sizes(below) {
      const entries = await readdir(pathOf(below), { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        },
      );
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return new Map(
        await Promise.all(
          files.map(
            async (path) => [relative(root, path).split(sep).join('/'), (await stat(path)).size] as const,
          ),
        ),
      );
    },

    remove: (key) => rm(pathOf(key), { recursive: true, force: true }).catch(told),
  };
}
