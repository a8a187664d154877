/**
 * Connections to a PostgreSQL server, with a limit on how long the server may not respond. The server's own timeouts do
 * not help if it is frozen, or if a proxy or a firewall has dropped the connection: neither a packet nor an error
 * arrives.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { valueParsers } from '../lite/fixes/pgValues';

/** Milliseconds. */
export interface Limits {
  /**
   * For a response to a short statement of the server itself, and to the first one of a transaction. The rest of a
   * transaction has no limit: migrations, backups and restores take as long as their data needs.
   */
  statement: number;
  /** For connections to close, before their sockets are destroyed. */
  closing: number;
}

export const LIMITS: Limits = { statement: 30_000, closing: 5_000 };

/** Milliseconds to wait for a free or new connection. */
const CONNECTION_TIMEOUT = 5_000;

/** Milliseconds after which the system probes an idle connection: a server that vanished ends a long statement, too. */
const PROBE_AFTER = 60_000;

const INT8 = 20;
const NAMES = 1003;
const TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0]; // missing in the typings
const DATE = 1082;
const INTERVAL = 1186;

const asIs = (text: string) => text;

/** Parsers by type id, where `pg` would return dates as objects, and large integers and lists of names as text. */
const parsers: Readonly<Partial<Record<number, (text: string) => unknown>>> = {
  ...valueParsers,
  [INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  [DATE]: asIs,
  [INTERVAL]: asIs,
  [NAMES]: pg.types.getTypeParser(TEXTS),
};

/** A statement with a limit in milliseconds; undefined is none. The typings of `pg` lack it. */
export const limited = (
  text: string,
  values: unknown[] | undefined,
  limit: number | undefined,
): pg.QueryConfig => {
  const query = { text, ...(values ? { values } : {}), query_timeout: limit };
  return query;
};

/** Whether a statement exceeded its limit. Its connection cannot be used again: the response may still arrive. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Up to `max` connections, created on demand. `close` waits for the server for as long as `closing`. */
export function openPool(
  url: string,
  { closing }: Limits,
  max = 10,
): { pool: pg.Pool; close: () => Promise<void> } {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...{ connectionString: url, max },
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    ...{ keepAlive: true, keepAliveInitialDelayMillis: PROBE_AFTER },
    options: '-c TimeZone=UTC',
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers[type]) || pg.types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  });
  // The next statement on a closed connection fails, and the pool creates another connection.
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return {
    pool,
    async close() {
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closing);
      try {
        await pool.end();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
