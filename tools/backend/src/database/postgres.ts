/**
 * A PostgreSQL server under the backend. Its driver is `pg`, not the `postgres` that `@supabase/lite` brings: when a
 * server ends a connection, that one throws where nobody can catch it, or goes on with the next statement on a new
 * connection, outside of the request's transaction and with the rights of the server (postgres.js, issues 1133, 1208).
 * One thing it does not do: a list goes to the server as an array, so a JSON column takes objects and no list. None of
 * ours takes a list.
 */
import { AppError } from '@slipway/contracts';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type Database, rememberErrors, type Row, type Session } from './database';
import { currentRequest, refuseGone } from '../lite/request';
import { pgliteParsers } from './values';

/** Milliseconds to wait for a connection, a new one or one that others use. */
const PATIENCE = 5_000;

const INT8 = 20;
const NAMES = 1003;
const TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0]; // it has no name there
const DATE = 1082;
const INTERVAL = 1186;

const asIs = (text: string) => text;

/** Type id to parser, where `pg` would make objects of times, text of large whole numbers and of lists of names. */
const parsers: Readonly<Partial<Record<number, (text: string) => unknown>>> = {
  ...pgliteParsers,
  [INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  [DATE]: asIs,
  [INTERVAL]: asIs,
  [NAMES]: pg.types.getTypeParser(TEXTS),
};

type Queryable = Pick<pg.Pool, 'query'>;

const sessionOf = (client: Queryable): Session => ({
  run: async (sql) => void (await client.query(sql)),
  rows: async <T extends Row>(sql: string, parameters: readonly (string | number)[] = []) =>
    (await client.query<T>(sql, [...parameters])).rows,
});

/** Host, port and database of an address; never its password. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname}:${port || '5432'}${pathname}`;
  } catch {
    throw new AppError(
      'invalid_input',
      'DATABASE_URL is not an address such as postgres://user:password@host:5432/name',
    );
  }
}

/** `max` connections, each made when it is first needed. */
function openPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max },
    connectionTimeoutMillis: PATIENCE,
    options: '-c TimeZone=UTC',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers[type]) || pg.types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  });
  // A connection that ends is told to whoever uses it, by their next statement; the pool then makes another.
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/**
 * Connections that stop what they do for a request that nobody waits for any more: typing fast would else have the
 * server busy with every beginning of what is looked for. One goes back to the others only once its cancellation has
 * been sent, or the next request's statement could be the one that stops.
 */
function cancelling(pool: pg.Pool, canceller: pg.Pool): PostgresPool {
  return {
    async connect() {
      const gone = currentRequest()?.gone;
      refuseGone(gone);
      const client = await pool.connect();
      if (!gone) return client;
      const { processID } = client as pg.PoolClient & { processID: number };
      let cancelled: Promise<unknown> | undefined;
      const cancel = () => {
        cancelled = canceller.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
      };
      gone.addEventListener('abort', cancel, { once: true });
      return {
        query: (async (text: string, parameters: unknown[]) => {
          if (text !== 'rollback') refuseGone(gone);
          return client.query(text, parameters);
        }) as typeof client.query,
        release() {
          gone.removeEventListener('abort', cancel);
          if (cancelled) void cancelled.then(() => client.release());
          else client.release();
        },
      };
    },
    end: () => pool.end(),
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(sessionOf(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true); // whatever it was in the middle of ends with it
    throw error;
  }
}

const ofTheNetwork = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether there was no connection, or it ended: `pg` then says so in words alone, or in Node's own error. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (ofTheNetwork.has((error as NodeJS.ErrnoException).code ?? '') ||
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    ));

/** As PostgreSQL itself spells it. */
const LOST = { code: '08006', message: 'The database cannot be reached' };

/** Connects to PostgreSQL 15 or later. @throws `unavailable`, `invalid_input` */
export async function openPostgres(url: string): Promise<Database> {
  const place = placeOf(url);
  const pool = openPool(url);
  const session = sessionOf(pool);
  try {
    const [version] = await session.rows<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    if (!version || version.major < 15) {
      throw new AppError(
        'invalid_input',
        `PostgreSQL ${version?.major} at ${place} is too old: 15 or later is needed`,
      );
    }
  } catch (cause) {
    await pool.end();
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new AppError(
      'unavailable',
      `The database at ${place} (DATABASE_URL) cannot be used: ${reason}. ` +
        `Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used`,
      { cause },
    );
  }
  // It makes a driver of its own, which connects when it is first asked; nothing ever asks it.
  const connection = createPostgresConnection({ url });
  const canceller = openPool(url, 1);
  connection.kysely = new Kysely({ dialect: new PostgresDialect({ pool: cancelling(pool, canceller) }) });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => (isLost(error) ? LOST : normalize(error));
  rememberErrors(connection);
  return {
    connection,
    ...session,
    transaction: (work) => inTransaction(pool, work),
    close: async () => {
      await Promise.all([pool.end(), canceller.end()]);
    },
  };
}
