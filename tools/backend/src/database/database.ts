/** The backend's database: its interface, and the embedded PGlite in a folder. `postgres.ts` implements a server. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import { AppError } from '@slipway/contracts';
import { pgliteExtensions } from './extensions';
import { rememberErrors } from '../lite/fixes/errorStatus';
import { valueParsers, valueSerializers } from '../lite/fixes/pgValues';
import { singleConnectionKysely } from '../lite/fixes/singleConnection';

export type Row = Record<string, unknown>;

/** Runs SQL as the server's own role, outside of requests. */
export interface SqlExecutor {
  /** Runs one or more statements. */
  run(sql: string): Promise<void>;
  rows<T extends Row>(sql: string, parameters?: readonly (string | number)[]): Promise<T[]>;
}

export interface Database extends SqlExecutor {
  connection: PgliteConnection | PostgresConnection;
  /** Commits when `work` resolves, and rolls back when it rejects. */
  transaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface PgliteLike {
  exec(sql: string): Promise<unknown>;
  query<T>(sql: string, parameters?: unknown[]): Promise<{ rows: T[] }>;
}

const pgliteExecutor = (pglite: PgliteLike): SqlExecutor => ({
  run: async (sql) => void (await pglite.exec(sql)),
  rows: async <T extends Row>(sql: string, parameters: readonly (string | number)[] = []) =>
    (await pglite.query<T>(sql, [...parameters])).rows,
});

/** Opens the database in `folder`, and creates a missing one. @throws `unavailable` when it cannot be opened */
export async function openPglite(folder: string): Promise<Database> {
  const pidFile = join(folder, 'postmaster.pid');
  const hadPidFile = existsSync(pidFile);
  const connection = await createPgliteConnection({
    url: folder,
    pgliteOptions: { parsers: valueParsers, serializers: valueSerializers, extensions: pgliteExtensions },
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
        `Nothing was changed. Move the folder to start with new data, or restore a backup`,
      { cause },
    );
  }
  connection.kysely = singleConnectionKysely(driver);
  rememberErrors(connection);
  return {
    connection,
    ...pgliteExecutor(driver),
    transaction: (work) => driver.transaction((transaction) => work(pgliteExecutor(transaction))),
    close: () => connection.close(),
  };
}
