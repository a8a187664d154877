/**
 * The pool's connections as requests use them: one cancels its statement when the client disconnects (otherwise a search
 * per keystroke keeps the server busy), runs no regular expression, and reports a busy pool as PostgREST does.
 */
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { rejectLargeStatements } from '../limits/statementSize';
import { rejectPatterns } from '../limits/patternOperators';
import { currentRequest, throwIfDisconnected } from '../lite/currentRequest';

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

/** A connection returns to `pool` after its cancellation was sent, which could otherwise hit the next request. */
export const requestPool = (pool: pg.Pool, canceller: pg.Pool): PostgresPool => ({
  async connect() {
    const signal = currentRequest()?.signal;
    throwIfDisconnected(signal);
    const client = await connectionOf(pool);
    const { processID } = client as pg.PoolClient & { processID: number };
    let cancelled: Promise<unknown> | undefined;
    const cancel = () => {
      cancelled = canceller.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return {
      query: (async (text: string, parameters: unknown[]) => {
        if (text !== 'rollback') throwIfDisconnected(signal);
        rejectPatterns(text);
        rejectLargeStatements(text);
        return client.query(text, parameters);
      }) as typeof client.query,
      release() {
        signal?.removeEventListener('abort', cancel);
        if (cancelled) void cancelled.then(() => client.release());
        else client.release();
      },
    };
  },
  end: () => pool.end(),
});
