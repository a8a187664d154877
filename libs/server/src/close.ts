/** Stops a server without cutting requests that are almost done. */
import type { Server } from 'node:http';

/** Milliseconds. */
const GRACE = 5_000;

/** Stops listening, lets open requests finish for `grace` milliseconds, then closes their connections. */
export function closeServer(server: Server, grace = GRACE): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => {
      server.closeAllConnections();
    }, grace);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}
