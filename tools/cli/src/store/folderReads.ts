/** Reads of a folder store. They omit files that another process removes at the same time, such as a prune. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { isMissing, readError } from './folderError';
import { allEnded } from './parallel';

export interface FolderReads {
  /** Undefined for a missing file. */
  get(path: string): Promise<Buffer | undefined>;
  /** The same without a turn of the event loop. */
  getNow(path: string): Buffer | undefined;
  /** Directly below a folder. */
  entries(folder: string): Promise<Dirent[]>;
  /** Every key below a folder, with its size in bytes. */
  sizes(folder: string): Promise<Map<string, number>>;
}

const orMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw readError(error);
};

/** `isAlone` is an option of the store. */
export function folderReads(root: string, isAlone: boolean): FolderReads {
  const getNow = (path: string): Buffer | undefined => {
    try {
      return readFileSync(path);
    } catch (error) {
      return orMissing(error);
    }
  };

  const entries = async (folder: string): Promise<Dirent[]> => {
    const types = { withFileTypes: true } as const;
    try {
      return isAlone ? readdirSync(folder, types) : await readdir(folder, types);
    } catch (error) {
      return orMissing(error) ?? [];
    }
  };

  const sizeOf = async (path: string): Promise<number | undefined> => {
    try {
      return (isAlone ? statSync(path) : await stat(path)).size;
    } catch (error) {
      return orMissing(error);
    }
  };

  /** Folder by folder: Node's recursive read fails as a whole when one of them vanishes. */
  const addSizes = async (folder: string, found: Map<string, number>): Promise<void> => {
    await allEnded(
      (await entries(folder)).map(async (entry) => {
        const path = folder + sep + entry.name;
        if (entry.isDirectory()) return addSizes(path, found);
        const size = entry.isFile() ? await sizeOf(path) : undefined;
        if (size !== undefined)
          found.set(
            path
              .slice(root.length + 1)
              .split(sep)
              .join('/'),
            size,
          );
      }),
    );
  };

  return {
    get: async (path) => (isAlone ? getNow(path) : readFile(path).catch(orMissing)),
    getNow,
    entries,
    async sizes(folder) {
      const found = new Map<string, number>();
      await addSizes(folder, found);
      return found;
    },
  };
}
