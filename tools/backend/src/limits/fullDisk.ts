/**
 * Rejects writes before the disk of the embedded data is full (finding H9): PostgreSQL ends when it cannot extend its
 * write-ahead log, and does not start again without space. Reads continue, and writes do when space returns.
 */
import { freeBytes, RESERVE_BYTES } from '../database/embedded/diskSpace';

const rejection = () =>
  Response.json(
    {
      code: '53100',
      message: 'The server has no disk space left: nothing was saved, reading still works',
      details: null,
      hint: 'Try again later. The operator finds the folder in the log of the server',
    },
    { status: 507, headers: { 'retry-after': '30' } },
  );

/** Returns a response for a write that has to be rejected. Logs one line when the disk becomes full, and one after. */
export function diskGuard(folder: string, log: (line: string) => void): () => Response | undefined {
  let isFull = false;
  return () => {
    const free = freeBytes(folder);
    const megabytes = String(Math.floor(free / 1024 / 1024));
    if (free < RESERVE_BYTES !== isFull) {
      isFull = !isFull;
      log(
        isFull
          ? `The disk of ${folder} is full (${megabytes} MB free): writes are rejected with 507. ` +
              `Free at least ${String(RESERVE_BYTES / 1024 / 1024)} MB; no restart is needed`
          : `The disk of ${folder} has space again (${megabytes} MB free): writes are accepted`,
      );
    }
    return isFull ? rejection() : undefined;
  };
}

/** GET requests of the auth service that change rows. */
const writingAuth = /^\/auth\/v1\/(?:verify|callback|authorize)\/*$/;

/** Whether a request can write, by the paths that only read. */
export const canWrite = (isRead: (method: string, path: string) => boolean, method: string, path: string) =>
  path.startsWith('/auth/')
    ? (method !== 'GET' && method !== 'HEAD') || writingAuth.test(path)
    : !isRead(method, path);
