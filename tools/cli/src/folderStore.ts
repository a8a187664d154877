/** A store in a folder. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { lock } from 'proper-lockfile';
import { AppError } from '@slipway/contracts';
import type { Store } from './store';

const isMissing = (error: unknown) =>
  isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR') || isErrno(error, 'EISDIR');
const isErrno = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

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

  const get = async (key: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(pathOf(key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  /** Beside the target, so that what follows is one step of the file system. */
  const writeBeside = async (path: string, bytes: Uint8Array): Promise<string> => {
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${randomUUID()}.part`;
    await writeFile(part, bytes);
    return part;
  };

  return {
    get,

    async create(key, bytes) {
      const path = pathOf(key);
      const part = await writeBeside(path, bytes);
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
    },

    async swap(key, from, to) {
      const path = pathOf(key);
      const part = await writeBeside(path, Buffer.from(to));
      const release = await lock(path, {
        realpath: false,
        retries: { retries: 20, minTimeout: 25, maxTimeout: 250 },
      });
      try {
        const now = (await get(key))?.toString();
        if (now !== from)
          throw new AppError('conflict', `${key} was moved by somebody else: look again, then try again`);
        await rename(part, path);
      } finally {
        await release();
        await rm(part, { force: true });
      }
    },

    async list(below) {
      try {
        return await readdir(pathOf(below));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
}
