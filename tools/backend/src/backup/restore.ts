/** Restores a backup: checks all of it, then fills an empty installation, then starts it once to check that it responds. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { extract } from 'tar';
import { startBackend } from '../backend';
import { type Database, openPglite } from '../database/database';
import { lockFolder } from '../database/folderLock';
import { migrate } from '../database/migrations';
import { openPostgres } from '../database/postgres';
import { createHome } from '../settings/home';
import { KEYS, STORE, TRUST } from './backup';
import { loadDatabase } from './load';
import { type Manifest, readManifest } from './manifest';

export interface RestoreOptions {
  home: string;
  databaseUrl?: string | undefined;
  file: string;
  /** Replaces existing data. Folders are moved to `<home>/replaced-<time>`; a PostgreSQL database is emptied. */
  force?: boolean;
  migrationsDir: string;
  /** The demo data of a new installation: without it, the start locks a restored demo account. */
  demoFile?: string | undefined;
  /** The key that encrypts deployment keys, if it is not in `keys.json`. */
  slipwayKey?: string | undefined;
  previousSlipwayKey?: string | undefined;
  log: (line: string) => void;
}

/** A folder with only the migrations of the backup: later ones are applied at the next start. @throws `conflict` */
function migrationsOf({ migrations }: Manifest, from: string, to: string): string {
  mkdirSync(to);
  const files = readdirSync(from);
  for (const version of migrations) {
    const name = files.find((file) => file.startsWith(`${version}_`));
    if (!name) {
      throw new AppError(
        'conflict',
        `The backup was made by a newer version of Slipway: migration ${version} is missing here`,
      );
    }
    cpSync(join(from, name), join(to, name));
  }
  return to;
}

/** `health` is not in backups: a restored installation starts with none. */
const schemas = ['auth', 'health', 'private', 'public', 'supabase_migrations'];

/** Whether our tables are in a PostgreSQL database. */
async function hasTables(database: Database): Promise<boolean> {
  const [row] = await database.rows<{ found: boolean }>(
    `select exists (
       select from pg_tables where schemaname in ('${schemas.join("', '")}')
     ) as found`,
  );
  return row?.found ?? false;
}

const inUse = (what: string) =>
  new AppError('conflict', `${what} is not empty. Nothing was changed. Add --force to replace it`);

/** An extracted backup. */
interface Source {
  content: string;
  manifest: Manifest;
  /** A folder with its migrations. */
  migrations: string;
}

/** Migrates an empty database and fills it. */
async function fill(database: Database, { migrations, content, manifest }: Source): Promise<void> {
  await migrate(database, { migrationsDir: migrations, seedFile: undefined });
  await loadDatabase(database, content, manifest);
}

async function fillServer(source: Source, url: string, force: boolean): Promise<void> {
  const database = await openPostgres(url);
  try {
    if (await hasTables(database)) {
      if (!force) throw inUse('The database');
      await database.run(
        `${schemas.map((name) => `drop schema if exists ${name} cascade;`).join(' ')} create schema public;`,
      );
    }
    await fill(database, source);
  } finally {
    await database.close();
  }
}

async function fillFolder(source: Source, home: string): Promise<void> {
  const draft = join(home, 'data.new');
  rmSync(draft, { recursive: true, force: true });
  const database = await openPglite(draft);
  try {
    await fill(database, source);
  } catch (error) {
    await database.close();
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  await database.close();
}

/** Starts the restored installation and asks it for data. @throws the error of the start, or `unexpected` */
export async function checkRestored(options: Omit<RestoreOptions, 'file' | 'force'>): Promise<void> {
  const origin = 'http://127.0.0.1';
  const backend = await startBackend({ ...options, origin });
  try {
    const headers = { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` };
    for (const path of ['/rest/v1/agents?select=id&limit=1', '/auth/v1/settings']) {
      const response = await backend.fetch(new Request(origin + path, { headers }), {
        address: '127.0.0.1',
        isInternal: true,
      });
      if (!response.ok) {
        throw new AppError(
          'unexpected',
          `The restored server returned ${String(response.status)} for ${path}`,
        );
      }
    }
  } finally {
    await backend.close();
  }
}

/**
 * Checks every file of the archive before it writes anything. Returns the manifest of the restored backup.
 * @throws `invalid_input` for a damaged archive, `conflict` for a target that is not empty or in use
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { home, databaseUrl, file, force = false } = options;
  if (!existsSync(file)) throw new AppError('not_found', `${file} does not exist`);
  mkdirSync(dirname(home), { recursive: true });
  const staging = mkdtempSync(join(dirname(home), '.slipway-restore-'));
  let unlock: () => void | Promise<void> = () => undefined;
  try {
    const content = join(staging, 'content');
    mkdirSync(content);
    try {
      await extract({ file, cwd: content, strict: true });
    } catch (cause) {
      throw new AppError('invalid_input', `${file} is not a backup, or it is damaged. Nothing was changed`, {
        cause,
      });
    }
    const manifest = await readManifest(content);
    // Check this first, so that `force` removes nothing for a backup that cannot be restored.
    const migrations = migrationsOf(manifest, options.migrationsDir, join(staging, 'migrations'));
    const source = { content, manifest, migrations };
    createHome(home);
    const owned = [KEYS, STORE, TRUST, ...(databaseUrl ? [] : ['data'])];
    const present = owned.filter((name) => existsSync(join(home, name)));
    if (present.length > 0 && !force) throw inUse(home);

    if (databaseUrl) {
      await fillServer(source, databaseUrl, force);
    } else {
      unlock = await lockFolder(home);
      await fillFolder(source, home);
    }
    if (present.length > 0) {
      const replaced = join(home, `replaced-${new Date().toISOString().replaceAll(':', '')}`);
      mkdirSync(replaced, { mode: 0o700 });
      for (const name of present) renameSync(join(home, name), join(replaced, name));
      options.log(`The earlier files are in ${replaced}`);
    }
    for (const name of [KEYS, STORE, TRUST]) {
      if (existsSync(join(content, name))) renameSync(join(content, name), join(home, name));
    }
    if (!databaseUrl) renameSync(join(home, 'data.new'), join(home, 'data'));
    await unlock();
    unlock = () => undefined;
    await checkRestored(options);
    return manifest;
  } finally {
    await unlock();
    rmSync(staging, { recursive: true, force: true });
  }
}
