/**
 * Writes `libs/data/src/database.types.ts` from the migrations: `npm run types -w @slipway/database`.
 * The generator is the one behind `supabase gen types`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { type Database, migrate, openPglite } from '@slipway/backend';

const root = join(import.meta.dirname, '../..');

export const typesFile = join(root, 'libs/data/src/database.types.ts');

/** The first line of the generated file, which is longer than other files may be. */
const head =
  '/** Generated from the migrations: `npm run types -w @slipway/database`. One file: the generator writes one. */';

/** The generator writes none, and every public name has one. */
const description = '/** The tables, views and functions of the database. */';

/** The types of the `public` schema, as `supabase gen types --schema public` writes them. */
export async function typesOf(database: Database): Promise<string> {
  const metadata = await introspect(
    { query: async (sql) => ({ rows: await database.rows(sql) }) },
    { includedSchemas: ['public'] },
  );
  const types = await generateTypescript(sortGeneratorMetadata(metadata), {
    detectOneToOneRelationships: true,
  });
  return `${head}\n${types.replace('export type Database = {', `${description}\n$&`)}`;
}

async function generate(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-types-'));
  const database = await openPglite(join(folder, 'data'));
  try {
    await migrate(database, { migrationsDir: join(root, 'supabase/migrations'), seedFile: undefined });
    writeFileSync(typesFile, await typesOf(database));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) await generate();
