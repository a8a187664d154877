/** Applies pending migrations, and the seed of a new database, in one transaction. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { isDemoLocked } from '../settings/demo';
import type { Database, SqlExecutor } from './database';
import { layFoundation } from './foundation';

interface Migration {
  /** The 14 digits at the start of the file's name. */
  version: string;
  name: string;
  path: string;
}

/** The Supabase CLI's table of applied migrations, so that both tools agree. */
const history = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
`;

/** An arbitrary advisory lock, the same for every server of a database. */
const MIGRATION_LOCK = 7_546_391;

/** The folder's migrations, oldest first. @throws `invalid_input` for an invalid file name */
async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map((file) => {
    const [, version, name] = /^(\d{14})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (!version || !name) {
      throw new AppError('invalid_input', `${file} is not a migration's name. Use YYYYMMDDHHMMSS_noun.sql`);
    }
    return { version, name, path: join(folder, file) };
  });
  const twice = migrations.find(({ version }, index) => migrations[index + 1]?.version === version);
  if (twice) throw new AppError('invalid_input', `Two migrations have the version ${twice.version}`);
  return migrations;
}

/** The line of a PostgreSQL error, where it has a position. */
function lineOf(text: string, error: unknown): string {
  const position = Number((error as { position?: unknown }).position);
  return position > 0 ? `:${text.slice(0, position).split('\n').length}` : '';
}

async function runFile(executor: SqlExecutor, path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  try {
    await executor.run(text);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'invalid_input',
      `${basename(path)}${lineOf(text, cause)} failed: ${problem}. Nothing was changed. Fix the file and start again`,
      { cause },
    );
  }
}

/**
 * Rejects pending migrations for a database with versions that the folder lacks: it was migrated from another history,
 * such as the one before a baseline. A database that is only newer than the folder is accepted unchanged.
 * @throws `conflict`
 */
function assertCommonHistory(
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
      'Nothing was changed. Start with a new database, or move the data folder',
  );
}

export interface MigrationResult {
  /** Versions that this run applied, oldest first. */
  applied: string[];
  seeded: boolean;
}

/**
 * Applies pending migrations in one transaction, and seeds a database that had none. On failure the database is unchanged.
 * @throws `invalid_input` with the file, the line and the error; `conflict` when the database has another history
 */
export function migrate(
  database: Database,
  files: {
    migrationsDir: string;
    seedFile: string | undefined;
    /** Follows the seed; runs again to unlock a demo user that a server without demo data locked. */
    demoFile?: string | undefined;
    slipwayKey?: string;
    origin?: string;
    /** Runs before the seed and the demo data. */
    afterMigrations?: (executor: SqlExecutor) => Promise<void>;
  },
): Promise<MigrationResult> {
  return database.transaction(async (executor) => {
    await executor.rows('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK]);
    await layFoundation(executor);
    await executor.run(history);
    const done = await executor.rows<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const known = new Set(done.map((row) => row.version));
    const migrations = await readMigrations(files.migrationsDir);
    const pending = migrations.filter(({ version }) => !known.has(version));
    assertCommonHistory(known, migrations, pending);

    for (const migration of pending) {
      await runFile(executor, migration.path);
      await executor.rows(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [migration.version, migration.name],
      );
    }
    await files.afterMigrations?.(executor);
    const seeded = known.size === 0 && files.seedFile !== undefined;
    // The demo data encrypts its API keys with this key, and its endpoints have this origin.
    await executor.rows(
      "select set_config('slipway.key', $1, true), set_config('slipway.origin', $2, true)",
      [files.slipwayKey ?? '', files.origin ?? ''],
    );
    if (seeded && files.seedFile) await runFile(executor, files.seedFile);
    if (files.demoFile && (seeded || (await isDemoLocked(executor)))) await runFile(executor, files.demoFile);
    return { applied: pending.map(({ version }) => version), seeded };
  });
}
