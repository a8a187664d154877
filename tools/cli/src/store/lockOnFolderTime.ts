/**
 * The file system for locks of a folder store: `proper-lockfile` compares the time of a lock with the clock of this
 * process, and two machines that share a folder may disagree by hours. Here both times come from the folder.
 */
import { mkdir, rmdir, stat, type Stats, utimes } from 'node:fs';

export interface LockFileSystem {
  /** For the option `fs` of `proper-lockfile`. */
  fs: object;
  /** `folderNow`: milliseconds since 1970 by the folder's clock, now. */
  synchronize(folderNow: number): void;
}

export function lockFileSystem(): LockFileSystem {
  /** Milliseconds that the folder's clock is ahead of this process. */
  let ahead = 0;
  const folderTime = (time: Date) => new Date(time.getTime() + ahead);
  return {
    fs: {
      mkdir,
      rmdir,
      stat(path: string, done: (error: Error | null, found?: { mtime: Date }) => void) {
        stat(path, (error: Error | null, found?: Stats) => {
          if (error || !found) done(error);
          else done(null, { mtime: new Date(found.mtime.getTime() - ahead) });
        });
      },
      utimes(path: string, accessed: Date, modified: Date, done: (error: Error | null) => void) {
        utimes(path, folderTime(accessed), folderTime(modified), done);
      },
    },
    synchronize(folderNow) {
      ahead = Math.round(folderNow - Date.now());
    },
  };
}
