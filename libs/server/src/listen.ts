/** Starts a server on a port, with one error message for every server when the port is in use. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@slipway/contracts';

/** Reachable from this machine only. */
export const LOCALHOST = '127.0.0.1';

/** Whether a server that listens on `host` is out of reach of other machines. */
export const isLocalHost = (host: string): boolean => [LOCALHOST, '::1', 'localhost'].includes(host);

interface ListenOptions {
  /** 0 chooses a free port. */
  port: number;
  /** All interfaces when omitted. */
  host?: string;
  /** A sentence on how to choose another port, such as `Set PORT to use another port`. */
  remedy: string;
}

/** Returns the actual port. @throws `conflict` when the port is in use, `unavailable` when it cannot be opened */
export function listen(server: Server, { port, host, remedy }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE';
      const reason = isTaken ? 'is already in use' : `cannot be opened: ${cause.message}`;
      reject(
        new AppError(isTaken ? 'conflict' : 'unavailable', `Port ${String(port)} ${reason}. ${remedy}`, {
          cause,
        }),
      );
    };
    server.once('error', fail);
    server.listen({ port, host }, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
