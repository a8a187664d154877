/** Opens the database of an installation and brings it to the state that this version expects. */
import { announceEncryptionKey } from '../keys/encryptionKey';
import { fixDatabase } from '../lite/fixes';
import { lockDemo } from '../settings/demo';
import { restrictHome } from '../settings/home';
import type { Keys } from '../settings/keys';
import { startAutovacuum } from './autovacuum';
import type { Database } from './database';
import { openDataFolder } from './dataFolder';
import { freeBytes, RESERVE_BYTES } from './embedded/diskSpace';
import { migrate, type MigrationResult } from './migrations';
import { openPrepared } from './postgres';
import { missingTimeouts, readRoleTimeouts } from './roleTimeouts';

export interface DatabaseOptions {
  /** The folder of the keys and the embedded data, such as `.slipway`; created when missing. */
  home: string;
  /** A PostgreSQL 15 or later, instead of the embedded database. */
  databaseUrl?: string | undefined;
  /** The app's origin, such as `http://127.0.0.1:4200`, for links in mails. */
  origin: string;
  migrationsDir: string;
  /** Runs once, with a database's first migrations. */
  seedFile?: string | undefined;
  /** Demo data with a public password, after the seed. Without it, an existing demo user is locked. */
  demoFile?: string | undefined;
  /** Receives one line per event. */
  log: (line: string) => void;
}

/** Adds the steps that close it to `undo`, also before an error. */
export async function openMigrated(
  { home, databaseUrl, origin, migrationsDir, seedFile, demoFile, log }: DatabaseOptions,
  keys: Keys,
  undo: (() => void | Promise<void>)[],
): Promise<{ database: Database; migrated: MigrationResult }> {
  let migrated: MigrationResult = { applied: [], seeded: false };
  const prepare = async (database: Database) => {
    migrated = await migrate(database, {
      ...{ migrationsDir, seedFile, demoFile, origin },
      slipwayKey: keys.slipwayKey,
      afterMigrations: (executor) => announceEncryptionKey(executor, keys, log),
    });
    if (!demoFile && (await database.transaction(lockDemo))) {
      log('The demo account of this database is locked: its password is public');
    }
  };
  const database = databaseUrl
    ? await openPrepared(databaseUrl, prepare)
    : await openDataFolder(home, prepare, log);
  undo.push(() => database.close());
  const [exposed] = restrictHome(home);
  if (exposed) log(`${exposed} may be readable by other users: it belongs to another user`);
  if (!databaseUrl) {
    const isFull = () => freeBytes(home) < RESERVE_BYTES;
    undo.push(startAutovacuum(database.connection.kysely, log, isFull));
  }
  const roleTimeouts = await readRoleTimeouts(database);
  const warning = missingTimeouts(roleTimeouts);
  if (warning) log(warning);
  await fixDatabase(database, keys, roleTimeouts);
  return { database, migrated };
}
