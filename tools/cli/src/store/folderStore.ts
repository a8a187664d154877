/** A store in a folder of the file system. One file, because its writes share the temporary files and the clock. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, statSync } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lock } from 'proper-lockfile';
import { AppError } from '@slipway/contracts';
import { lockFileSystem } from './lockOnFolderTime';
import { readError, rethrowFolderError } from './folderError';
import { linkGuard } from './linkedFolders';
import { packedStore } from './packedStore';
import type { CopyOptions, CreateOptions, Store } from './store';

/** Temporary files go here: on the same file system, so a rename is atomic and an interrupted write does no harm. */
const INCOMING = '.incoming';

/** Milliseconds. No write takes this long. */
const LEFTOVER_AGE = 3_600_000;

/** Milliseconds after which the lock of a crashed process is taken over: the library's minimum. */
const STALE_AFTER = 2_000;

/** A segment that is empty, `.` or `..`, or a separator of another system. All other keys are below their folder as they are. */
const mayLeaveFolder = /(?:^|\/)\.{0,2}(?:\/|$)|[\\:\0]/;

const isErrno = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
const isMissing = (error: unknown) => isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR');

export interface FolderStoreOptions {
  /**
   * For a command, which has nothing else to do meanwhile: reads without the thread pool, whose turns take ten times the
   * processor time of a small file. A server must not wait for a file system.
   */
  isAlone?: boolean;
}

export function folderStore(folder: string, { isAlone = false }: FolderStoreOptions = {}): Store {
  const root = resolve(folder);
  const locks = lockFileSystem();
  const rejectLink = linkGuard(root, isAlone);

  /** @throws `invalid_input` for a key outside of the folder */
  const pathOf = (key: string): string => {
    if (!mayLeaveFolder.test(key)) return root + sep + key;
    const path = resolve(root, key);
    if (!path.startsWith(root + sep) || key.includes('\0')) {
      throw new AppError('invalid_input', `${key} is not a valid key of the store`);
    }
    return path;
  };

  const rethrow = (cause: unknown) => rethrowFolderError(cause, root);

  const orMissing = (error: unknown): undefined => {
    if (!isMissing(error)) throw readError(error);
  };

  const readNow = (path: string): Buffer | undefined => {
    try {
      return readFileSync(path);
    } catch (error) {
      return orMissing(error);
    }
  };

  const get = async (key: string): Promise<Buffer | undefined> =>
    isAlone ? readNow(pathOf(key)) : readFile(pathOf(key)).catch(orMissing);

  const removeTemporary = async (temporary: string): Promise<void> => {
    try {
      await unlink(temporary);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };

  const writeTemporary = async (bytes: Uint8Array): Promise<string> => {
    await rejectLink(join(root, INCOMING));
    const temporary = join(root, INCOMING, randomUUID());
    try {
      await inFolder(temporary, () => writeFile(temporary, bytes));
    } catch (error) {
      await unlink(temporary).catch(() => undefined); // on a full disk it has a part of the bytes
      throw error;
    }
    return temporary;
  };

  /** Most folders exist already: makes that of `path` only after `write` failed without it. */
  const inFolder = async (path: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error;
      await mkdir(dirname(path), { recursive: true });
      await write();
    }
  };

  const create = async (key: string, bytes: Uint8Array, { isClaim }: CreateOptions = {}): Promise<void> => {
    const path = pathOf(key);
    await rejectLink(dirname(path));
    const temporary = await writeTemporary(bytes);
    try {
      await inFolder(path, () => link(temporary, path)); // unlike a rename, this fails when the file exists
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
      if (isClaim || !(await readFile(path)).equals(bytes)) {
        throw new AppError('conflict', `${key} already exists${isClaim ? '' : ' with other content'}`);
      }
    } finally {
      await removeTemporary(temporary);
    }
  };

  /** Whether `to` is a new link to the file `from`: most shared files are new, and need no temporary one. */
  const linkNew = (from: string, to: string): boolean => {
    try {
      linkSync(from, to);
      return true;
    } catch {
      return false; // it exists, its folder does not, or the file system has no links
    }
  };

  const linkTemporary = async (path: string): Promise<string> => {
    await rejectLink(join(root, INCOMING));
    const temporary = join(root, INCOMING, randomUUID());
    await inFolder(temporary, () => link(path, temporary));
    return temporary;
  };

  // No hard link otherwise: a user who may write the source could then change the public bytes after they were checked.
  const copy = async (
    from: string,
    to: string,
    accepts: (bytes: Buffer) => boolean,
    { mayShare = false }: CopyOptions = {},
  ): Promise<Buffer | undefined> => {
    const [source, path] = [pathOf(from), pathOf(to)];
    await rejectLink(dirname(path));
    // Without a turn of the event loop for each of the many documents that a deploy shares.
    const bytes = isAlone ? readNow(source) : await get(from);
    if (!bytes || !accepts(bytes)) return undefined;
    if (mayShare && linkNew(source, path)) return bytes;
    // Linux does not allow links to files of other users, and some file systems have none.
    const temporary = await (mayShare
      ? linkTemporary(source).catch(() => writeTemporary(bytes))
      : writeTemporary(bytes));
    try {
      await inFolder(path, () => rename(temporary, path));
    } finally {
      await removeTemporary(temporary); // a rename onto another link of the same file leaves it
    }
    return bytes;
  };

  /** A copy that follows links, such as a backup, leaves a folder where the link was: it makes room. */
  const placeLink = async (temporary: string, path: string): Promise<void> => {
    try {
      await rename(temporary, path);
    } catch (error) {
      if (!isErrno(error, 'EISDIR')) throw error;
      const copied = `${temporary}-copied`;
      await rename(path, copied);
      await rename(temporary, path);
      await rm(copied, { recursive: true });
    }
  };

  const swap = async (key: string, from: string | undefined, to: string, folder?: string): Promise<void> => {
    const path = pathOf(key);
    await rejectLink(dirname(path));
    const temporary = await writeTemporary(Buffer.from(to));
    await mkdir(dirname(path), { recursive: true });
    const temporaryLink = `${temporary}-link`;
    if (folder !== undefined) await symlink(relative(dirname(path), pathOf(folder)), temporaryLink);
    locks.synchronize((await stat(temporary)).mtimeMs);
    const release = await lock(path, {
      fs: locks.fs,
      realpath: false,
      stale: STALE_AFTER,
      retries: { retries: 100, minTimeout: 10, maxTimeout: 50 },
    });
    try {
      if ((await get(key))?.toString() !== from) {
        throw new AppError('conflict', `${key} was changed by another deploy in the meantime: try again`);
      }
      await rename(temporary, path);
      if (folder !== undefined) await placeLink(temporaryLink, path.replace(/\.json$/, ''));
      await removeLeftovers();
    } finally {
      await release();
      await Promise.all([temporary, temporaryLink].map((file) => rm(file, { force: true })));
    }
  };

  const removeLeftovers = async (): Promise<void> => {
    const incoming = join(root, INCOMING);
    await rejectLink(incoming);
    const names = await readdir(incoming).catch(() => []);
    if (names.length === 0) return;
    const oldest = (await now()) - LEFTOVER_AGE;
    for (const name of names) {
      const path = join(incoming, name);
      const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })); // removed meanwhile
      if (mtimeMs < oldest) await rm(path, { force: true, recursive: true });
    }
  };

  /** Whether this user may only read the folder. Node reports ENOENT when it makes a folder on a read-only file system. */
  const isReadOnly = (error: unknown) =>
    isErrno(error, 'EROFS', 'EACCES', 'EPERM') || (isErrno(error, 'ENOENT') && existsSync(root));

  /**
   * The time that the file system gives to a new file, which is the server's on a network file system. The file is empty: it
   * fits on a full disk, where a prune makes space. Who may only read gets the time of this machine, and can change nothing.
   */
  const now = async (): Promise<number> => {
    let temporary: string;
    try {
      temporary = await writeTemporary(Buffer.alloc(0));
    } catch (error) {
      if (isReadOnly(error)) return Date.now();
      throw error;
    }
    try {
      return Math.floor((await stat(temporary)).mtimeMs);
    } finally {
      await rm(temporary, { force: true });
    }
  };

  const remove = async (key: string): Promise<void> => {
    const path = pathOf(key);
    await rejectLink(dirname(path));
    await rm(path, { recursive: true, force: true });
  };

  return packedStore({
    address: root,
    now: () => now().catch(rethrow),
    get,
    create: (key, bytes, options) => create(key, bytes, options).catch(rethrow),
    copy: (from, to, accepts, options) => copy(from, to, accepts, options).catch(rethrow),
    swap: (key, from, to, folder) => swap(key, from, to, folder).catch(rethrow),

    async list(below) {
      try {
        return isAlone ? readdirSync(pathOf(below)) : await readdir(pathOf(below));
      } catch (error) {
        if (isMissing(error)) return [];
        throw readError(error);
      }
    },

    async sizes(below) {
      const all = { recursive: true, withFileTypes: true } as const;
      const read = async () => (isAlone ? readdirSync(pathOf(below), all) : readdir(pathOf(below), all));
      const entries = await read().catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw readError(error);
      });
      const sizeOf = async (path: string) => {
        const key = path.slice(root.length + 1);
        const { size } = isAlone ? statSync(path) : await stat(path);
        return [key.split(sep).join('/'), size] as const;
      };
      const files = entries.filter((entry) => entry.isFile());
      return new Map(await Promise.all(files.map(({ parentPath, name }) => sizeOf(parentPath + sep + name))));
    },

    removeLeftovers: () => removeLeftovers().catch(rethrow),
    remove: (key) => remove(key).catch(rethrow),
  });
}
