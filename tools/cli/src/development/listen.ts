/** Opens the port of the development server: the given one, or the first that is free. */
import { createServer, type Server } from 'node:http';
import { AppError, isAppError } from '@slipway/contracts';
import { listen, LOCALHOST } from '@slipway/server';

const FIRST = 4300;
const LAST = 4319;

/** @throws `invalid_input` */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new AppError('invalid_input', `--port ${text} must be a whole number from 1 to 65535`);
}

/** A listening server without a request handler. @throws `conflict` when the port, or every port tried, is in use */
export async function listenForPages(port: number | undefined): Promise<Server> {
  const server = createServer();
  if (port !== undefined) {
    const remedy = 'Stop the process that uses it, choose another port with --port, or leave --port out';
    await listen(server, { port, host: LOCALHOST, remedy });
    return server;
  }
  for (let candidate = FIRST; candidate <= LAST; candidate += 1) {
    try {
      await listen(server, { port: candidate, host: LOCALHOST, remedy: 'Choose another port with --port' });
      return server;
    } catch (error) {
      if (!isAppError(error) || error.code !== 'conflict') throw error;
    }
  }
  throw new AppError(
    'conflict',
    `All ports from ${String(FIRST)} to ${String(LAST)} are in use: choose another with --port`,
  );
}
