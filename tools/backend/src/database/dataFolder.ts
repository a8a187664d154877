/**
 * The embedded database's folder, `<home>/data`. A fresh one is made beside it and moved into place when it is whole,
 * so that a start that is interrupted leaves nothing that looks like data.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { type Database, openPglite } from './database';

/** Opens `<home>/data`, prepared. `prepare` runs on a fresh database before it is in place, and on a known one as it is. */
export async function openDataFolder(
  home: string,
  prepare: (database: Database) => Promise<void>,
): Promise<Database> {
  const folder = join(home, 'data');
  if (!existsSync(folder)) {
    const draft = join(home, 'data.new');
    rmSync(draft, { recursive: true, force: true });
    await preparedAndClosed(draft, prepare);
    renameSync(draft, folder);
    return openPglite(folder);
  }

  // PGlite would fill an emptied folder with a new cluster; that must not pass for the person's data.
  if (!readdirSync(folder).includes('PG_VERSION')) {
    throw new AppError(
      'unavailable',
      `${folder} is not a database: PG_VERSION is missing. Nothing was changed. ` +
        `Move the folder away to start with fresh data, or put a backup in its place`,
    );
  }
  const database = await openPglite(folder);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function preparedAndClosed(
  folder: string,
  prepare: (database: Database) => Promise<void>,
): Promise<void> {
  try {
    const database = await openPglite(folder);
    try {
      await prepare(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
