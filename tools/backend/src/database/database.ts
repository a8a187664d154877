/** The database under the backend, and the embedded one: PGlite in a folder. `postgres.ts` has the other. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import { AppError } from '@slipway/contracts';
import { pgliteExtensions } from './extensions';
import { currentRequest } from '../lite/request';
import { singleConnectionKysely } from '../lite/fixes/singleConnection';
import { pgliteParsers } from './values';

export type Row = Record<string, unknown>;

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
export function rememberErrors(connection: PgliteConnection | PostgresConnection): void {
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
