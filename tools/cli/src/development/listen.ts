/** Opens the development server's port: the one that was given, or the first free one. */
import { createServer, type Server } from 'node:http';
import { AppError } from '@slipway/contracts';

/** Reachable only from this machine. */
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

/** A listening server without a request handler. @throws `conflict` when the port, or every port tried, is in use */
export async function listen(port: number | undefined): Promise<Server> {
  const candidates = port === undefined ? Array.from({ length: TRIES }, (_, index) => FIRST + index) : [port];
  for (const candidate of candidates) {
    const server = createServer();
    if (await canListen(server, candidate)) return server;
  }
  throw new AppError(
    'conflict',
    port === undefined
      ? `The ports ${String(FIRST)} to ${String(FIRST + TRIES - 1)} are in use: choose another with --port`
      : `Port ${String(port)} is in use by another process: stop it, choose another with --port, or leave --port out`,
  );
}

const canListen = (server: Server, port: number): Promise<boolean> =>
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
