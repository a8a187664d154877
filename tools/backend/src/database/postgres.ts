/**
 * A PostgreSQL server as the backend's database. It uses the driver `pg`, not `postgres`, the default of
 * `@supabase/lite`: when the server closes a connection, `postgres` throws outside of any promise, or runs the next
 * statement on a new connection, outside of the request's transaction and with the server's role (postgres.js issues
 * 1133 and 1208; test: `connectionLoss.test.ts`). Limitation: `pg` sends lists as PostgreSQL arrays, so a list cannot be
 * written to a JSON column. None of our columns contains one.
 */
import { AppError } from '@slipway/contracts';
import { closeAll } from '@slipway/server';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { rememberErrors } from '../lite/fixes/errorStatus';
import type { Database, Row, SqlExecutor } from './database';
import { isSilence, limited, type Limits, LIMITS, openPool } from './postgresPool';
import type { SqlParameter } from './sqlExecutor';
import { requestPool } from './requestPool';

/** `limit` is in milliseconds, for `rows`: `run` is for statements that take as long as they need. */
const executorOf = (client: Pick<pg.Pool, 'query'>, limit?: number): SqlExecutor => ({
  run: async (sql) => void (await client.query(sql)),
  rows: async <T extends Row>(sql: string, parameters: readonly SqlParameter[] = []) =>
    (await client.query<T>(limited(sql, [...parameters], limit))).rows,
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

async function inTransaction<T>(
  pool: pg.Pool,
  limit: number,
  work: (executor: SqlExecutor) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(limited('begin', undefined, limit)); // the connection may be dead

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
  (isSilence(error) ||
    networkErrors.has((error as NodeJS.ErrnoException).code ?? '') ||
    /^(?:Connection terminated|Client has encountered a connection error)/.test(error.message));

/** PostgreSQL's code for a failed connection. */
const CONNECTION_FAILURE = { code: '08006', message: 'The database is unreachable' };

const seconds = (milliseconds: number) => `${String(milliseconds / 1_000)} s`;

/** Connects to PostgreSQL 15 or later. @throws `unavailable`, `invalid_input` */
export async function openPostgres(url: string, limits: Limits = LIMITS): Promise<Database> {
  const location = locationOf(url);
  const { pool, close } = openPool(url, limits);
  const { statement: limit } = limits;
  const executor = executorOf(pool, limit);
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
    await close();
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new AppError(
      'unavailable',
      `The database at ${location} (DATABASE_URL) cannot be used: ${
        isSilence(cause) ? `it accepted the connection, but did not respond within ${seconds(limit)}` : reason
      }. Start it or correct DATABASE_URL; unset DATABASE_URL to use the embedded database`,
      { cause },
    );
  }
  /** @throws `unavailable` for a server that does not respond */
  const orSilent = (cause: unknown): never => {
    if (!isSilence(cause)) throw cause;
    throw new AppError(
      'unavailable',
      `The database at ${location} (DATABASE_URL) did not respond within ${seconds(limit)}. ` +
        'Check that its server runs, and the pooler or firewall before it, then try again',
      { cause },
    );
  };
  // The library creates a driver that connects on first use; it is never used.
  const connection = createPostgresConnection({ url });
  const canceller = openPool(url, limits, 1);
  connection.kysely = new Kysely({
    dialect: new PostgresDialect({ pool: requestPool(pool, canceller.pool, limit) }),
  });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => (isLost(error) ? CONNECTION_FAILURE : normalize(error));
  rememberErrors(connection);
  return {
    connection,
    ...executor,
    rows: <T extends Row>(sql: string, parameters?: readonly SqlParameter[]) =>
      executor.rows<T>(sql, parameters).catch(orSilent),
    transaction: (work) => inTransaction(pool, limit, work).catch(orSilent),
    load: () => ({
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => closeAll([close, canceller.close]),
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
