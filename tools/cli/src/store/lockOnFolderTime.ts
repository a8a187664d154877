/**
 * Locks of files that several commands change: pointers of a folder store, and files of the workspace. `proper-lockfile`
 * compares the time of a lock with the clock of this process, and two machines that share a folder may disagree by hours.
 * Here both times come from the folder.
 */
import { mkdir, rmdir, stat, type Stats, utimes } from 'node:fs';
import { lock } from 'proper-lockfile';
import { AppError } from '@slipway/contracts';
import { isErrno } from './folderError';

/** Milliseconds after which the lock of a crashed process is taken over: the library's minimum. */
const STALE_AFTER = 2_000;

/**
 * The file system for `proper-lockfile`. `ahead`: milliseconds by which the folder's clock is ahead of this process.
 * `onRenewal` runs when the lock's time is set: when it is taken, and every second after that.
 */
const fileSystem = (ahead: number, onRenewal: () => void) => {
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
      utimes(path, folderTime(accessed), folderTime(modified), (error: Error | null) => {
        if (!error) onRenewal();
        done(error);
      });
    },
  };
};

interface LockOptions {
  /** The file's name, for the error. */
  key: string;
  /** Milliseconds since 1970 by the folder's clock, now. */
  folderNow: number;
}

/**
 * Holds the lock of the file at `path` while `work` runs. A process that stops for seconds, such as on a machine that
 * sleeps, loses it: `work` calls `assertHeld` right before it writes. @throws `conflict` when another process keeps the lock
 * for seconds, and from `assertHeld`
 */
export async function withLock(
  path: string,
  { key, folderNow }: LockOptions,
  work: (assertHeld: () => void) => Promise<void>,
): Promise<void> {
  let renewed = Date.now();
  let loss: Error | undefined;
  const assertHeld = () => {
    if (!loss && Date.now() - renewed < STALE_AFTER) return;
    throw new AppError(
      'conflict',
      `${key} was not changed: this process stopped for more than ${String(STALE_AFTER / 1_000)} s, such as while the machine slept, and another command may have taken over ${path}.lock. Run the command again`,
      { cause: loss },
    );
  };
  const onRenewal = () => {
    renewed = Date.now();
  };
  const release = await lock(path, {
    fs: fileSystem(Math.round(folderNow - Date.now()), onRenewal),
    realpath: false,
    stale: STALE_AFTER,
    retries: { retries: 100, minTimeout: 10, maxTimeout: 50 },
    onCompromised(error) {
      loss = error; // by default it is thrown outside of any promise, which ends the process
    },
  }).catch((cause: unknown) => {
    if (!isErrno(cause, 'ELOCKED')) throw cause;
    throw new AppError(
      'conflict',
      `${key} is being changed by another command: try again. If none runs, remove the folder ${path}.lock`,
      { cause },
    );
  });
  try {
    await work(assertHeld);
  } finally {
    // A lost lock is not this process's to remove; another failure leaves a lock that the next command takes over.
    await release().catch(() => undefined);
  }
}
