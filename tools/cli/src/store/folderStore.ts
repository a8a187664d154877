/** A store in a folder of the file system. */
import { linkSync } from 'node:fs';
import { link, mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { AppError } from '@slipway/contracts';
import { isErrno, rethrowFolderError } from './folderError';
import { folderReads } from './folderReads';
import { linkGuard } from './linkedFolders';
import { withLock } from './lockOnFolderTime';
import { packedStore } from './packedStore';
import type { CopyOptions, CreateOptions, Store } from './store';
import { inFolder, temporaryFiles } from './temporaryFiles';

/** A segment that is empty, `.` or `..`, or a separator of another system. All other keys are below their folder as they are. */
const mayLeaveFolder = /(?:^|\/)\.{0,2}(?:\/|$)|[\\:\0]/;

export interface FolderStoreOptions {
  /**
   * For commands: reads synchronously, without the thread pool, which takes ten times the processor time for a small
   * file. A server must not block on a file system.
   */
  isAlone?: boolean;
}

export function folderStore(folder: string, { isAlone = false }: FolderStoreOptions = {}): Store {
  const root = resolve(folder);
  const rejectLink = linkGuard(root, isAlone);
  const temporaries = temporaryFiles(root, rejectLink);
  const reads = folderReads(root, isAlone);

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

  const get = async (key: string) => reads.get(pathOf(key));

  /** A link named `path` to the file `temporary`. Returns false when `path` exists, unlike a rename, which replaces it. */
  const linkTo = async (path: string, temporary: string): Promise<boolean> => {
    try {
      await inFolder(path, () => link(temporary, path));
      return true;
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return false;
      throw error;
    }
  };

  const create = async (key: string, bytes: Uint8Array, { isClaim }: CreateOptions = {}): Promise<void> => {
    const path = pathOf(key);
    await rejectLink(dirname(path));
    const temporary = await temporaries.write(bytes);
    try {
      // Another process may remove the existing file before it is compared.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        if (await linkTo(path, temporary)) return;
        const existing = isClaim ? undefined : await reads.get(path);
        if (existing?.equals(bytes)) return;
        if (existing) throw new AppError('conflict', `${key} already exists with other content`);
        if (isClaim) throw new AppError('conflict', `${key} already exists`);
      }
      throw new AppError(
        'conflict',
        `${key} is being removed by another command, such as a prune: try again`,
      );
    } finally {
      await temporaries.remove(temporary);
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
    const bytes = isAlone ? reads.getNow(source) : await get(from);
    if (!bytes || !accepts(bytes)) return undefined;
    if (mayShare && linkNew(source, path)) return bytes;
    // Linux does not allow links to files of other users, and some file systems have none.
    const temporary = await (mayShare
      ? temporaries.link(source).catch(() => temporaries.write(bytes))
      : temporaries.write(bytes));
    try {
      await inFolder(path, () => rename(temporary, path));
    } finally {
      await temporaries.remove(temporary); // a rename onto another link of the same file leaves it
    }
    return bytes;
  };

  /** A backup that follows links has created a folder in place of the link: replace it. */
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
    const temporary = await temporaries.write(Buffer.from(to));
    const temporaryLink = `${temporary}-link`;
    try {
      await mkdir(dirname(path), { recursive: true });
      if (folder !== undefined) await symlink(relative(dirname(path), pathOf(folder)), temporaryLink);
      const folderNow = (await stat(temporary)).mtimeMs;
      await withLock(path, { key, folderNow }, async (assertHeld) => {
        if ((await get(key))?.toString() !== from) {
          throw new AppError('conflict', `${key} was changed by another deploy in the meantime: try again`);
        }
        assertHeld();
        await rename(temporary, path);
        if (folder !== undefined) await placeLink(temporaryLink, path.replace(/\.json$/, ''));
        await temporaries.removeLeftovers();
      });
    } finally {
      await Promise.all([temporary, temporaryLink].map((file) => rm(file, { force: true })));
    }
  };

  const remove = async (key: string): Promise<void> => {
    const path = pathOf(key);
    await rejectLink(dirname(path));
    await rm(path, { recursive: true, force: true });
  };

  return packedStore({
    address: root,
    now: () => temporaries.now().catch(rethrow),
    get,
    create: (key, bytes, options) => create(key, bytes, options).catch(rethrow),
    copy: (from, to, accepts, options) => copy(from, to, accepts, options).catch(rethrow),
    swap: (key, from, to, folder) => swap(key, from, to, folder).catch(rethrow),

    list: async (below) => (await reads.entries(pathOf(below))).map(({ name }) => name),
    sizes: async (below) => reads.sizes(pathOf(below)),

    removeLeftovers: () => temporaries.removeLeftovers().catch(rethrow),
    remove: (key) => remove(key).catch(rethrow),
  });
}
