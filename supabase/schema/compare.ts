/**
 * Compares the schema of these migrations with that of another revision: `npm run compare -w @slipway/database --
 * <git revision> [renames.json]`. Prints each differing object and exits with 1, so that moving SQL between files can
 * be proved to change nothing. The renames, text by text, are applied to the other revision first.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { migrate, openPglite } from '@slipway/backend';
import { files } from '@slipway/backend/testing';
import { schemaLines } from './schemaLines';

type Renames = Record<string, Record<string, string>>;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' });

/** Writes the migrations of a revision into `folder`. */
function checkOut(revision: string, folder: string): void {
  mkdirSync(folder);
  const paths = git('ls-tree', '--name-only', revision, 'supabase/migrations/').trim().split('\n');
  for (const path of paths) writeFileSync(join(folder, basename(path)), git('show', `${revision}:${path}`));
}

async function linesOf(migrationsDir: string, data: string): Promise<string[]> {
  const database = await openPglite(data);
  await migrate(database, { migrationsDir, seedFile: undefined });
  const lines = await schemaLines(database);
  await database.close();
  return lines;
}

function renamed(lines: readonly string[], renames: Renames): string[] {
  const pairs = Object.values(renames).flatMap((group) => Object.entries(group));
  return pairs
    .reduce((text, [from, to]) => text.replaceAll(from, to), lines.join('\n'))
    .split('\n')
    .sort();
}

const [revision, renamesFile] = process.argv.slice(2);
if (!revision)
  throw new Error('Usage: npm run compare -w @slipway/database -- <git revision> [renames.json]');

const folder = mkdtempSync(join(tmpdir(), 'slipway-schema-'));
try {
  checkOut(revision, join(folder, 'migrations'));
  const renames = renamesFile ? (JSON.parse(readFileSync(renamesFile, 'utf8')) as Renames) : {};
  const before = renamed(await linesOf(join(folder, 'migrations'), join(folder, 'before')), renames);
  const after = await linesOf(files.migrationsDir, join(folder, 'after'));
  const missing = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  for (const line of missing) console.log(`- ${line}`);
  for (const line of added) console.log(`+ ${line}`);
  console.log(
    `${String(after.length)} objects; ${String(missing.length + added.length)} differences from ${revision}`,
  );
  process.exitCode = missing.length + added.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
