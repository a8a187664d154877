/** Supabase's advisors report no problem in the migrations, and do report planted ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { described, type Finding, findingsOf } from './advisors';
import { migratedDatabase } from './migratedDatabase';

/** Objects with one problem each, and the lint that must report it. */
const planted = [
  {
    name: 'a table without row-level security',
    lint: 'rls_disabled_in_public',
    level: 'ERROR',
    plant: 'create table public.planted_table (id integer primary key)',
  },
  {
    name: 'a security definer view',
    lint: 'security_definer_view',
    level: 'ERROR',
    plant: 'create view public.planted_view as select id, full_name from public.profiles',
  },
  {
    name: 'a function without a search path',
    lint: 'function_search_path_mutable',
    level: 'WARN',
    plant: "create function public.planted_function() returns integer language sql as 'select 1'",
  },
  {
    name: 'a policy that evaluates auth.uid() for each row',
    lint: 'auth_rls_initplan',
    level: 'WARN',
    plant:
      'create policy planted_policy on public.profiles for delete to authenticated using (id = auth.uid())',
  },
];

let url: string;
/** Without and with the planted objects. Two runs for all tests: each starts the command line. */
let clean: Finding[];
let withPlanted: Finding[];
beforeAll(async () => {
  url = await migratedDatabase();
  clean = await findingsOf(url);
  const sql = postgres(url, { max: 1 });
  for (const { plant } of planted) await sql.unsafe(plant);
  await sql.end();
  withPlanted = await findingsOf(url);
});

test('the advisors report no error and no warning', { tags: ['DB-20'] }, () => {
  for (const finding of clean) console.log(described(finding));
  expect(clean.filter(({ level }) => level !== 'INFO').map(described)).toEqual([]);
});

test.each(planted)('reports $name: $lint', { tags: ['DB-20'] }, ({ lint, level, plant }) => {
  const detail = expect.stringContaining(/planted_\w+/.exec(plant)?.[0] ?? '');
  const expected = expect.objectContaining({ name: lint, level, detail });
  expect(withPlanted).toContainEqual(expected);
  expect(clean).not.toContainEqual(expected);
});

// If the registry lacks a platform, `npm install` drops it from the lock file and `npm ci` fails on that platform.
test('the lock file has the Supabase CLI for every platform', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; optionalDependencies?: Record<string, string> }>;
  };
  const wanted = lock.packages['node_modules/supabase']?.optionalDependencies ?? {};
  const locked = Object.keys(wanted).map((name) => lock.packages[`node_modules/${name}`]?.version);
  expect(locked).toEqual(Object.values(wanted));
  expect(locked).toHaveLength(8);
});
