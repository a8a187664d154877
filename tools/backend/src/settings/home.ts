/** The folder of the keys and the embedded data: only its owner may read it, whatever the umask is. */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';

/** Creates the folder with mode 700. @throws `unavailable` */
export function createHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const problem =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `${home} cannot be a folder: a file is in its place. Remove the file`
        : `The folder ${home} is not writable. Fix its permissions`;
    throw new AppError('unavailable', `${problem}, or set SLIPWAY_HOME to another folder`, { cause });
  }
}

const FOLDER = 0o700;
const FILE = 0o600;

/** Web servers read the release store, so its operator chooses its modes. The folder above it is private. */
const STORE = 'store';

/**
 * Gives the folder, its files and its subfolders the modes 700 and 600. Returns the paths that belong to another user
 * and keep a wrong mode.
 */
export function restrictHome(home: string): string[] {
  const failed: string[] = [];
  const restrict = (path: string): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat || stat.isSymbolicLink()) return;
    const mode = stat.isDirectory() ? FOLDER : FILE;
    if ((stat.mode & 0o777) !== mode) {
      try {
        chmodSync(path, mode);
      } catch (error) {
        // The database may remove temporary files at the same time.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed.push(path);
      }
    }
    if (!stat.isDirectory()) return;
    for (const name of readdirSync(path)) if (path !== home || name !== STORE) restrict(join(path, name));
  };
  restrict(home);
  return failed;
}
