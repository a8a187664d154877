/**
 * A PostgreSQL server as the backend's database. It uses the driver `pg`, not `postgres`, the default of
 * `@supabase/lite`: when the server closes a connection, `postgres` throws outside of any promise, or runs the next
 * statement on a new connection, outside of the request's transaction and with the server's role (postgres.js issues
 * 1133 and 1208; test: `connectionLoss.test.ts`). Limitation: `pg` sends lists as PostgreSQL arrays, so a list cannot be
 * written to a JSON column. None of our columns contains one.
 */
import { AppError } from '@slipway/contracts';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { rememberErrors } from '../lite/fixes/errorStatus';
import { valueParsers } from '../lite/fixes/pgValues';
import type { Database, Row, SqlExecutor } from './database';
import type { SqlParameter } from './sqlExecutor';
import { requestPool } from './requestPool';

/** Milliseconds to wait for a free or new connection. */
const CONNECTION_TIMEOUT = 5_000;

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

type Queryable = Pick<pg.Pool, 'query'>;

const executorOf = (client: Queryable): SqlExecutor => ({
  run: async (sql) => void (await client.query(sql)),
  rows: async <T extends Row>(sql: string, parameters: readonly SqlParameter[] = []) =>
    (await client.query<T>(sql, [...parameters])).rows,
});

/** Host, port and database of a URL, without its password. */
function locationOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname}:${port || '5432'}${pathname}`;
  } catch {
    throw new AppError(
      'invalid_input',
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/name',
    );
  }
}

/** Up to `max` connections, created on demand. */
function openPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max },
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    options: '-c TimeZone=UTC',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers[type]) || pg.types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  });
  // The next statement on a closed connection fails, and the pool creates another connection.
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

async function inTransaction<T>(pool: pg.Pool, work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(executorOf(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true); // closes the connection and rolls back its transaction
    throw error;
  }
}

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether the connection failed or closed: `pg` reports this in the message only, or as Node's error. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (networkErrors.has((error as NodeJS.ErrnoException).code ?? '') ||
    /^(?:Connection terminated|Client has encountered a connection error)/.test(error.message));

/** PostgreSQL's code for a failed connection. */
const CONNECTION_FAILURE = { code: '08006', message: 'The database is unreachable' };

/** Connects to PostgreSQL 15 or later. @throws `unavailable`, `invalid_input` */
export async function openPostgres(url: string): Promise<Database> {
  const location = locationOf(url);
  const pool = openPool(url);
  const executor = executorOf(pool);
  try {
    const [version] = await executor.rows<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    if (!version || version.major < 15) {
      throw new AppError(
        'invalid_input',
        `PostgreSQL ${version?.major} at ${location} is too old: 15 or later is required`,
      );
    }
  } catch (cause) {
    await pool.end();
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new AppError(
      'unavailable',
      `The database at ${location} (DATABASE_URL) cannot be used: ${reason}. ` +
        `Start it or correct DATABASE_URL; unset DATABASE_URL to use the embedded database`,
      { cause },
    );
  }
  // The library creates a driver that connects on first use; it is never used.
  const connection = createPostgresConnection({ url });
  const canceller = openPool(url, 1);
  connection.kysely = new Kysely({ dialect: new PostgresDialect({ pool: requestPool(pool, canceller) }) });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => (isLost(error) ? CONNECTION_FAILURE : normalize(error));
  rememberErrors(connection);
  return {
    connection,
    ...executor,
    transaction: (work) => inTransaction(pool, work),
    load: () => ({
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([pool.end(), canceller.end()]);
    },
  };
}

/** Opens the database after `prepare`. @throws its errors, and those of `openPostgres` */
export async function openPrepared(
  url: string,
  prepare: (database: Database) => Promise<void>,
): Promise<Database> {
  const database = await openPostgres(url);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
