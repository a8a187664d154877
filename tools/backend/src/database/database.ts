/** The backend's database: its interface, and the embedded PGlite in a folder. `postgres.ts` implements a server. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { AppError } from '@slipway/contracts';
import type { DatabaseLoad } from '@slipway/server';
import { freeBytes, RESERVE_BYTES } from './embedded/diskSpace';
import { EmbeddedPostgres } from './embedded/embeddedPostgres';
import type { Row, SqlExecutor, SqlParameter } from './sqlExecutor';
import { rememberErrors } from '../lite/fixes/errorStatus';
import { singleConnection } from '../lite/fixes/singleConnection';

export type { Row, SqlExecutor } from './sqlExecutor';

export interface Database extends SqlExecutor {
  connection: PostgresConnection;
  /** Commits when `work` resolves, and rolls back when it rejects. */
  transaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T>;
  /** The load of the connections that requests use. */
  load(): DatabaseLoad;
  close(): Promise<void>;
}

/** Opens the database in `folder`, and creates a missing one. @throws `unavailable` when it cannot be opened */
export async function openPglite(
  folder: string,
  log: (line: string) => void = () => undefined,
): Promise<Database> {
  const pidFile = join(folder, 'postmaster.pid');
  const hadPidFile = existsSync(pidFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const embedded = new EmbeddedPostgres(folder, log);
  try {
    await embedded.opened();
  } catch (cause) {
    await embedded.close();
    if (!hadPidFile) rmSync(pidFile, { force: true });
    throw new AppError('unavailable', cannotOpen(folder), { cause });
  }
  // The library creates a driver that connects on first use; it is never used.
  const connection = createPostgresConnection({ url: 'postgres://embedded' });
  const single = singleConnection(embedded);
  connection.kysely = single.kysely;
  rememberErrors(connection);
  return {
    connection,
    run: (sql) => single.use((run) => run(sql).then(() => undefined)),
    rows: <T extends Row>(sql: string, parameters: readonly SqlParameter[] = []) =>
      single.use(async (run) => (await run(sql, [...parameters])).rows as T[]),
    transaction: (work) => single.transaction(work),
    load: single.load,
    close: () => embedded.close(),
  };
}

const cannotOpen = (folder: string): string =>
  freeBytes(folder) < RESERVE_BYTES / 2
    ? `The disk of ${folder} is full. Nothing was changed. Free at least 32 MB and start again`
    : `The data in ${folder} cannot be opened: it is damaged, or not PostgreSQL 17 data. ` +
      `Nothing was changed. Move the folder to start with new data, or restore a backup`;
