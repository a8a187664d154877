/** The database of an installation whose server is stopped, opened and locked for a command that changes keys. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { type Database, openPglite } from '../database/database';
import { lockFolder } from '../database/folderLock';
import { openPostgres } from '../database/postgres';
import { KEYS_LOCK } from '../settings/previousKeys';

interface Installation {
  home: string;
  /** The database of the installation, instead of the embedded one. */
  databaseUrl?: string | undefined;
}

/** Opens the database, and locks what the command changes. The embedded one must not be in use. */
export async function openInstallation({ home, databaseUrl }: Installation) {
  const locks: (() => void)[] = [];
  const unlock = () => {
    for (const release of locks.splice(0)) release();
  };
  try {
    if (!databaseUrl) locks.push(await lockFolder(home));
    locks.push(await lockFolder(home, KEYS_LOCK));
    const data = join(home, 'data');
    if (!databaseUrl && !existsSync(data))
      throw new AppError('not_found', `${data} does not exist: there is no data`);
    return { database: databaseUrl ? await openPostgres(databaseUrl) : await openPglite(data), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

export async function assertMigrated(database: Database): Promise<void> {
  const [row] = await database.rows<{ known: boolean }>(
    "select to_regclass('private.current_encryption_key') is not null as known",
  );
  if (row?.known) return;
  throw new AppError(
    'conflict',
    'The database is older than this version. Start the server once, then rotate',
  );
}

/** The embedded database leaves its files to the system's cache: after a loss of power, rows could need the dropped key. */
export function flush(folder: string): void {
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile() && !item.isDirectory()) continue;
    const file = openSync(join(item.parentPath, item.name), 'r');
    fsyncSync(file);
    closeSync(file);
  }
}
