/** The database under the backend: PGlite in a folder, or a PostgreSQL server. Both run the same SQL. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { AppError } from '@slipway/contracts';
import type { Sql, TransactionSql } from 'postgres';
import { pgliteExtensions } from './extensions';
import { currentRequest } from './request';
import { singleConnectionKysely } from './singleConnection';
import { pgliteParsers, postgresTypes } from './values';

type Row = Record<string, unknown>;

/** Plain SQL, before the first request and outside of any. */
export interface Session {
  /** Runs any number of statements. */
  run(sql: string): Promise<void>;
  rows<T extends Row>(sql: string, parameters?: readonly (string | number)[]): Promise<T[]>;
}

export interface Database extends Session {
  connection: PgliteConnection | PostgresConnection;
  /** Everything in `work` happens, or nothing. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Remembers what the database said, so that the answer can carry its SQLSTATE. */
function rememberErrors(connection: PgliteConnection | PostgresConnection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normal = normalize(error);
    const request = currentRequest();
    if (request) request.databaseError = normal;
    return normal;
  };
}

interface PgliteLike {
  exec(sql: string): Promise<unknown>;
  query<T>(sql: string, parameters?: unknown[]): Promise<{ rows: T[] }>;
}

const pgliteSession = (pglite: PgliteLike): Session => ({
  run: async (sql) => void (await pglite.exec(sql)),
  rows: async <T extends Row>(sql: string, parameters: readonly (string | number)[] = []) =>
    (await pglite.query<T>(sql, [...parameters])).rows,
});

/** Opens the database in `folder`, making it when it is not there. @throws `unavailable` when it cannot be read */
export async function openPglite(folder: string): Promise<Database> {
  const pidFile = join(folder, 'postmaster.pid');
  const hadPidFile = existsSync(pidFile);
  const connection = await createPgliteConnection({
    url: folder,
    pgliteOptions: { parsers: pgliteParsers, extensions: pgliteExtensions },
  });
  const { driver } = connection;
  try {
    await driver.waitReady;
    await driver.query('select 1');
  } catch (cause) {
    if (!hadPidFile) rmSync(pidFile, { force: true });
    throw new AppError(
      'unavailable',
      `The data in ${folder} cannot be opened: it is damaged, or not PostgreSQL 17 data. ` +
        `Nothing was changed. Move the folder away to start with fresh data, or put a backup in its place`,
      { cause },
    );
  }
  connection.kysely = singleConnectionKysely(driver);
  rememberErrors(connection);
  return {
    connection,
    ...pgliteSession(driver),
    transaction: (work) => driver.transaction((transaction) => work(pgliteSession(transaction))),
    close: () => connection.close(),
  };
}

const postgresSession = (sql: Sql | TransactionSql): Session => ({
  run: async (text) => void (await sql.unsafe(text)),
  rows: async <T extends Row>(text: string, parameters: readonly (string | number)[] = []) => [
    ...(await sql.unsafe<T[]>(text, [...parameters])),
  ],
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

/** Connects to PostgreSQL 15 or later. @throws `unavailable`, `invalid_input` */
export async function openPostgres(url: string): Promise<Database> {
  const place = placeOf(url);
  const connection = createPostgresConnection({
    url,
    postgresOptions: { types: postgresTypes, connect_timeout: 5, onnotice: () => undefined },
  });
  const { driver } = connection;
  const session = postgresSession(driver);
  rememberErrors(connection);
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
    await driver.end({ timeout: 1 });
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new AppError(
      'unavailable',
      `The database at ${place} (DATABASE_URL) cannot be used: ${reason}. ` +
        `Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used`,
      { cause },
    );
  }
  return {
    connection,
    ...session,
    transaction: async <T>(work: (session: Session) => Promise<T>) =>
      (await driver.begin((transaction) => work(postgresSession(transaction)))) as T,
    close: () => connection.close(),
  };
}
