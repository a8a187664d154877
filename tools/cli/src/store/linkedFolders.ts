/**
 * A folder store has one kind of symbolic link, `current`, and nothing is written through it. Any other link was added
 * by a user who can write to the store. It could redirect the commands of other users to their own files: a deploy
 * writes there, and prune removes files.
 */
import { realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { AppError } from '@slipway/contracts';
import { isErrno } from './folderError';

/** The real path of a folder, or of the nearest one above it that exists, with the rest. */
async function realPathOf(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(folder) === folder) throw error;
    return join(await realPathOf(dirname(folder)), relative(dirname(folder), folder));
  }
}

/**
 * Returns a function that rejects a folder of the store `root` when a part of its path below `root` is a link. With
 * `remembers`, it looks at each folder once: for a command, which takes seconds.
 */
export function linkGuard(root: string, remembers: boolean): (folder: string) => Promise<void> {
  const known = new Set<string>();
  return async (folder) => {
    if (known.has(folder)) return;
    const [real, realRoot] = await Promise.all([realPathOf(folder), realPathOf(root)]);
    if (real !== join(realRoot, relative(root, folder))) {
      throw new AppError(
        'slice_untrusted',
        `${folder} is a symbolic link, or is below one, and leads to ${real}: nothing is written or removed there. Remove the link, then find out who wrote it to the store`,
      );
    }
    if (remembers) known.add(folder);
  };
}
