/**
 * The pool's connections for requests. A connection cancels its statement when the client disconnects (otherwise a
 * search per key press keeps the server busy), rejects regular expressions, and reports a busy pool as PostgREST does.
 * If the server does not respond for longer than a statement may take, the connection is closed and the request gets an
 * error.
 */
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { rejectLargeStatements } from '../limits/statementSize';
import { rejectPatterns } from '../limits/patternOperators';
import { currentRequest, throwIfDisconnected } from '../lite/currentRequest';
import { isSilence, limited } from './postgresPool';

/** Milliseconds for the server's own timeout to come first, on a busy machine too. */
const TRANSFER = 5_000;

/** PostgREST's error for a request that waited too long for a connection. */
const BUSY = { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' };

async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const isBusy =
      error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
    if (!isBusy) throw error;
    const request = currentRequest();
    if (request) request.databaseError = BUSY; // the library does not report it in every case
    throw Object.assign(new Error(BUSY.message), BUSY);
  }
}

/** The limit of a statement: of its request's role, where the role has one, or `unknown` before the role is known. */
function limitOf(unknown: number): number | undefined {
  const timeout = currentRequest()?.statementTimeout;
  if (timeout === undefined) return unknown;
  return timeout === 0 ? undefined : timeout + TRANSFER;
}

/** A connection returns to `pool` after its cancellation was sent, which could otherwise hit the next request. */
export const requestPool = (pool: pg.Pool, canceller: pg.Pool, limit: number): PostgresPool => ({
  async connect() {
    const signal = currentRequest()?.signal;
    throwIfDisconnected(signal);
    const client = await connectionOf(pool);
    const { processID } = client as pg.PoolClient & { processID: number };
    let cancelled: Promise<unknown> | undefined;
    let silence: { error: unknown } | undefined;
    const cancel = () => {
      const query = limited('select pg_cancel_backend($1)', [processID], limit);
      cancelled = canceller.query(query).catch(() => undefined);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return {
      query: (async (text: string, parameters: unknown[]) => {
        if (text !== 'rollback') throwIfDisconnected(signal);
        rejectPatterns(text);
        rejectLargeStatements(text);
        // It would wait behind the statement without a response. The end of the connection rolls back.
        if (silence) throw silence.error;
        try {
          return await client.query(limited(text, parameters, limitOf(limit)));
        } catch (error) {
          if (isSilence(error)) silence = { error };
          throw error;
        }
      }) as typeof client.query,
      release() {
        signal?.removeEventListener('abort', cancel);
        const release = () => {
          client.release(silence !== undefined);
        };
        if (cancelled) void cancelled.then(release);
        else release();
      },
    };
  },
  end: () => pool.end(),
});
