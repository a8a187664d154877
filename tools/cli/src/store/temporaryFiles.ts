/**
 * The temporary files of a folder store. They are on its file system, so a rename is atomic, an interrupted write does no
 * harm, and the time of a new one is the folder's.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, lstat, mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno, isMissing } from './folderError';

const INCOMING = '.incoming';

/** Milliseconds. No write takes this long. */
const LEFTOVER_AGE = 3_600_000;

/** Creates the folder of `path` only after `write` has failed without it, because most folders exist. */
export async function inFolder(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    await mkdir(dirname(path), { recursive: true });
    await write();
  }
}

export interface TemporaryFiles {
  /** Returns the path of a new file. */
  write(bytes: Uint8Array): Promise<string>;
  /** Returns the path of a new link to the file at `path`. */
  link(path: string): Promise<string>;
  /** A file that was renamed is missing. */
  remove(temporary: string): Promise<void>;
  /** Removes the temporary files of interrupted writes. */
  removeLeftovers(): Promise<void>;
  /**
   * The time that the file system gives to a new file, which is the server's time on a network file system. The file is
   * empty, so it fits on a full disk, where a prune must still run. Users with read access only get the time of this
   * machine; they cannot change anything.
   */
  now(): Promise<number>;
}

/** `rejectLink` throws for a folder that is a link. */
export function temporaryFiles(root: string, rejectLink: (folder: string) => Promise<void>): TemporaryFiles {
  const folder = join(root, INCOMING);

  const newPath = async (): Promise<string> => {
    await rejectLink(folder);
    return join(folder, randomUUID());
  };

  const write = async (bytes: Uint8Array): Promise<string> => {
    const temporary = await newPath();
    try {
      await inFolder(temporary, () => writeFile(temporary, bytes));
    } catch (error) {
      await unlink(temporary).catch(() => undefined); // on a full disk it has a part of the bytes
      throw error;
    }
    return temporary;
  };

  /** Whether this user may only read the folder. Node reports ENOENT when it makes a folder on a read-only file system. */
  const isReadOnly = (error: unknown) =>
    isErrno(error, 'EROFS', 'EACCES', 'EPERM') || (isErrno(error, 'ENOENT') && existsSync(root));

  const now = async (): Promise<number> => {
    let temporary: string;
    try {
      temporary = await write(Buffer.alloc(0));
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

  return {
    write,
    now,
    async link(path) {
      const temporary = await newPath();
      await inFolder(temporary, () => link(path, temporary));
      return temporary;
    },
    async remove(temporary) {
      try {
        await unlink(temporary);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async removeLeftovers() {
      await rejectLink(folder);
      const names = await readdir(folder).catch(() => []);
      if (names.length === 0) return;
      const oldest = (await now()) - LEFTOVER_AGE;
      for (const name of names) {
        const path = join(folder, name);
        const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })); // removed meanwhile
        if (mtimeMs < oldest) await rm(path, { force: true, recursive: true });
      }
    },
  };
}
