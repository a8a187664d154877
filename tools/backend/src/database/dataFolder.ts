/**
 * The embedded database's folder, `<home>/data`. A new one is created beside it and renamed when it is complete, so that
 * an interrupted start leaves no partial data.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { type Database, openPglite } from './database';

/** Opens `<home>/data` after `prepare`, which runs on a new database before the rename, and on an existing one in place. */
export async function openDataFolder(
  home: string,
  prepare: (database: Database) => Promise<void>,
  log: (line: string) => void,
): Promise<Database> {
  const folder = join(home, 'data');
  if (!existsSync(folder)) {
    const draft = join(home, 'data.new');
    rmSync(draft, { recursive: true, force: true });
    await prepareAndClose(draft, prepare);
    renameSync(draft, folder);
    return openPglite(folder, log);
  }

  // PGlite would create a new cluster in an emptied folder, and the loss of data would go unnoticed.
  if (!readdirSync(folder).includes('PG_VERSION')) {
    throw new AppError(
      'unavailable',
      `${folder} is not a database: PG_VERSION is missing. Nothing was changed. ` +
        `Move the folder to start with new data, or restore a backup`,
    );
  }
  const database = await openPglite(folder, log);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepareAndClose(
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
