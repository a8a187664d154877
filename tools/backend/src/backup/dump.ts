/** Writes a consistent snapshot of every table to a folder, one JSON object per line. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database, SqlExecutor } from '../database/database';
import type { DumpedTable, Manifest } from './manifest';

const BATCH = 1_000;

/** Base tables of our schemas. The history of migrations is in the manifest instead. */
export const tablesOf = (executor: SqlExecutor): Promise<{ name: string }[]> =>
  executor.rows<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'public', 'private')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`);

export const fileOf = (table: string): string => `database/${table.replaceAll('"', '')}.jsonl`;

/** The rows of a table, as text, in batches. */
async function* batchesOf(executor: SqlExecutor, table: string): AsyncGenerator<string[], void, void> {
  await executor.run(`declare dumped no scroll cursor for select to_jsonb(t)::text as line from ${table} t`);
  for (;;) {
    const rows = await executor.rows<{ line: string }>(`fetch ${String(BATCH)} from dumped`);
    yield rows.map(({ line }) => line);
    if (rows.length < BATCH) break;
  }
  await executor.run('close dumped');
}

/** Returns the number of rows. */
async function dumpTable(executor: SqlExecutor, table: string, file: string): Promise<number> {
  let count = 0;
  await pipeline(
    async function* () {
      for await (const lines of batchesOf(executor, table)) {
        count += lines.length;
        yield lines.map((line) => `${line}\n`).join('');
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  );
  return count;
}

/** Returns what was written. */
export const dumpDatabase = (
  database: Database,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> =>
  database.transaction(async (executor) => {
    await executor.run('set transaction isolation level repeatable read, read only');
    const tables: DumpedTable[] = [];
    for (const { name } of await tablesOf(executor)) {
      const file = join(folder, fileOf(name));
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      tables.push({ name, rows: await dumpTable(executor, name, file) });
    }
    const versions = await executor.rows<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    );
    const sequences = await executor.rows<{ name: string; last: string }>(`
      select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname in ('auth', 'public', 'private') and last_value is not null`);
    return {
      migrations: versions.map(({ version }) => version),
      tables,
      sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, Number(last)])),
    };
  });
