/** Brings a database to the newest migration, and gives a fresh one its seed: all of it, or none. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@slipway/contracts';
import type { Database, Session } from './database';
import { layFoundation } from './foundation';

interface Migration {
  /** The 14 digits at the start of the file's name. */
  version: string;
  name: string;
  path: string;
}

/** What the command line of Supabase writes too, so that both agree on what has been applied. */
const history = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
`;

/** Any number, the same for every server that migrates one database. */
const MIGRATION_LOCK = 7_546_391;

/** Every migration in the folder, oldest first. @throws `invalid_input` for a name that is not one */
async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map((file) => {
    const [, version, name] = /^(\d{14})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (!version || !name) {
      throw new AppError('invalid_input', `${file} is not named like a migration: YYYYMMDDHHMMSS_noun.sql`);
    }
    return { version, name, path: join(folder, file) };
  });
  const twice = migrations.find(({ version }, index) => migrations[index + 1]?.version === version);
  if (twice) throw new AppError('invalid_input', `Two migrations have the version ${twice.version}`);
  return migrations;
}

/** The line of a file where PostgreSQL stopped, when it said so. */
function lineOf(text: string, error: unknown): string {
  const position = Number((error as { position?: unknown }).position);
  return position > 0 ? `:${text.slice(0, position).split('\n').length}` : '';
}

async function runFile(session: Session, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  try {
    await session.run(text);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'invalid_input',
      `${basename(path)}${lineOf(text, cause)} failed: ${problem}. Nothing was changed. Correct the file and start again`,
      { cause },
    );
  }
}

/**
 * A database with versions that the folder lacks was migrated from another history, such as the one before a baseline.
 * Nothing can be added to it; a database that is only newer than the folder is left as it is.
 * @throws `conflict`
 */
function requireCommonHistory(
  applied: ReadonlySet<string>,
  migrations: readonly Migration[],
  pending: readonly Migration[],
): void {
  const versions = new Set(migrations.map(({ version }) => version));
  const unknown = [...applied].filter((version) => !versions.has(version)).sort();
  if (pending.length === 0 || unknown.length === 0) return;
  throw new AppError(
    'conflict',
    `The database has migrations that are not in this folder, such as ${unknown[0] ?? ''}. ` +
      'Nothing was changed. Start with a new database, or move the data folder away',
  );
}

export interface MigrationResult {
  /** Versions applied now, oldest first. */
  applied: string[];
  seeded: boolean;
}

/**
 * Applies what is missing, in one transaction; seeds a database that had none of the migrations.
 * @throws `invalid_input`, naming the file, the line and the problem; `conflict` when the database has another history.
 * The database is then unchanged
 */
export function migrate(
  database: Database,
  files: { migrationsDir: string; seedFile: string | undefined; slipwayKey?: string; origin?: string },
): Promise<MigrationResult> {
  return database.transaction(async (session) => {
    await session.rows('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK]);
    await layFoundation(session);
    await session.run(history);
    const done = await session.rows<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const known = new Set(done.map((row) => row.version));
    const migrations = await readMigrations(files.migrationsDir);
    const pending = migrations.filter(({ version }) => !known.has(version));
    requireCommonHistory(known, migrations, pending);

    for (const migration of pending) {
      await runFile(session, migration.path);
      await session.rows(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [migration.version, migration.name],
      );
    }
    const seeded = known.size === 0 && files.seedFile !== undefined;
    // What the seed's deployments are opened with is kept like anyone's, and they answer where this server is.
    await session.rows("select set_config('slipway.key', $1, true), set_config('slipway.origin', $2, true)", [
      files.slipwayKey ?? '',
      files.origin ?? '',
    ]);
    if (seeded && files.seedFile) await runFile(session, files.seedFile);
    return { applied: pending.map(({ version }) => version), seeded };
  });
}
