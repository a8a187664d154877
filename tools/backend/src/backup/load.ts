/** Fills a migrated database from a dump. Triggers and foreign keys do not act: the dump is consistent already. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppError } from '@slipway/contracts';
import type { Database, SqlExecutor } from '../database/database';
import { fileOf, tablesOf } from './dump';
import type { DumpedTable, Manifest } from './manifest';

/** Characters of JSON in one statement. */
const BATCH = 1_000_000;

/** The columns that can be inserted: those of the table that are not generated. */
async function columnsOf(executor: SqlExecutor, table: string): Promise<string[]> {
  const rows = await executor.rows<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function loadTable(executor: SqlExecutor, { name, rows }: DumpedTable, file: string): Promise<void> {
  const existing = await columnsOf(executor, name);
  let count = 0;
  let lines: string[] = [];
  let size = 0;
  const insert = async () => {
    const [first] = lines;
    if (first === undefined) return;
    const dumped = Object.keys(JSON.parse(first) as object);
    const columns = existing.filter((column) => dumped.includes(column)).map((column) => `"${column}"`);
    await executor.rows(
      `insert into ${name} (${columns.join(', ')}) overriding system value
       select ${columns.join(', ')} from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
      [`[${lines.join(',')}]`],
    );
    count += lines.length;
    lines = [];
    size = 0;
  };
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    lines.push(line);
    size += line.length;
    if (size >= BATCH) await insert();
  }
  await insert();
  if (count !== rows) {
    throw new AppError('unexpected', `${name} has ${String(count)} rows instead of ${String(rows)}`);
  }
}

/** Replaces the rows of every table. @throws `forbidden` without a superuser, `conflict` for an unknown table */
export async function loadDatabase(database: Database, folder: string, manifest: Manifest): Promise<void> {
  await database.transaction(async (executor) => {
    try {
      await executor.run('set local session_replication_role = replica');
    } catch (cause) {
      throw new AppError(
        'forbidden',
        'Restoring needs a superuser: triggers must not act on restored rows. Nothing was changed',
        { cause },
      );
    }
    const tables = (await tablesOf(executor)).map(({ name }) => name);
    const unknown = manifest.tables.find(({ name, rows }) => rows > 0 && !tables.includes(name));
    if (unknown) throw new AppError('conflict', `This version of Slipway has no table ${unknown.name}`);
    await executor.run(`truncate table ${tables.join(', ')}`);
    for (const table of manifest.tables) {
      if (table.rows > 0) await loadTable(executor, table, join(folder, fileOf(table.name)));
    }
    for (const [name, last] of Object.entries(manifest.sequences)) {
      await executor.rows('select setval($1::text::regclass, $2::bigint)', [name, last]);
    }
  });
  await database.run('analyze');
}
