/**
 * Locks of a folder store. `proper-lockfile` compares the time of a lock with the clock of this process, and two machines
 * that share a folder may disagree by hours. Here both times come from the folder.
 */
import { mkdir, rmdir, stat, type Stats, utimes } from 'node:fs';
import { lock } from 'proper-lockfile';
import { AppError } from '@slipway/contracts';
import { isErrno } from './folderError';

/** Milliseconds after which the lock of a crashed process is taken over: the library's minimum. */
const STALE_AFTER = 2_000;

/** The file system for `proper-lockfile`. `ahead`: milliseconds that the folder's clock is ahead of this process. */
const fileSystem = (ahead: number) => {
  const folderTime = (time: Date) => new Date(time.getTime() + ahead);
  return {
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
  };
};

interface LockOptions {
  /** The file's name, for the error. */
  key: string;
  /** Milliseconds since 1970 by the folder's clock, now. */
  folderNow: number;
}

/** Holds the lock of the file at `path` while `work` runs. @throws `conflict` when another process keeps it for seconds */
export async function withLock(
  path: string,
  { key, folderNow }: LockOptions,
  work: () => Promise<void>,
): Promise<void> {
  const release = await lock(path, {
    fs: fileSystem(Math.round(folderNow - Date.now())),
    realpath: false,
    stale: STALE_AFTER,
    retries: { retries: 100, minTimeout: 10, maxTimeout: 50 },
  }).catch((cause: unknown) => {
    if (!isErrno(cause, 'ELOCKED')) throw cause;
    throw new AppError(
      'conflict',
      `${key} is being changed by another deploy: try again. If none runs, remove the folder ${path}.lock`,
      { cause },
    );
  });
  try {
    await work();
  } finally {
    await release();
  }
}
