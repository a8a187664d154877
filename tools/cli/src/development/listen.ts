/** The port a server takes: the one a person named, or the first that is free. */
import { createServer, type Server } from 'node:http';
import { AppError } from '@slipway/contracts';

/** Reachable from this machine alone. */
export const HOST = '127.0.0.1';

const FIRST = 4300;
const TRIES = 20;

/** @throws `invalid_input` */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new AppError('invalid_input', `--port ${text} must be a whole number from 1 to 65535`);
}

/** A server that listens and answers nothing yet. @throws `conflict` when the port, or each that was tried, is taken */
export async function listen(port: number | undefined): Promise<Server> {
  const candidates = port === undefined ? Array.from({ length: TRIES }, (_, index) => FIRST + index) : [port];
  for (const candidate of candidates) {
    const server = createServer();
    if (await takes(server, candidate)) return server;
  }
  throw new AppError(
    'conflict',
    port === undefined
      ? `The ports ${String(FIRST)} to ${String(FIRST + TRIES - 1)} are taken: name another by --port`
      : `Port ${String(port)} is taken by another process: stop it, name another by --port, or leave --port out`,
  );
}

const takes = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') resolve(false);
      else {
        reject(
          new AppError('unavailable', `Port ${String(port)} cannot be used: ${cause.message}`, { cause }),
        );
      }
    });
    server.listen(port, HOST, () => {
      resolve(true);
    });
  });
