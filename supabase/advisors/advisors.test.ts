/** Supabase's advisors report no problem in the migrations, and do report planted ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { described, findingsOf } from './advisors';
import { migratedDatabase } from './migratedDatabase';

let url: string;
beforeAll(async () => {
  url = await migratedDatabase();
});

/** Errors and warnings; INFO findings are only printed. */
const problemsOf = async () => (await findingsOf(url)).filter(({ level }) => level !== 'INFO');

test('the advisors report no error and no warning', { tags: ['DB-20'] }, async () => {
  const findings = await findingsOf(url);
  for (const finding of findings) console.log(described(finding));
  expect(findings.filter(({ level }) => level !== 'INFO').map(described)).toEqual([]);
});

test.each<[planted: string, lint: string, level: string, plant: string, remove: string]>([
  [
    'a table without row-level security',
    'rls_disabled_in_public',
    'ERROR',
    'create table public.planted (id integer primary key)',
    'drop table public.planted',
  ],
  [
    'a security definer view',
    'security_definer_view',
    'ERROR',
    'create view public.planted as select id, full_name from public.profiles',
    'drop view public.planted',
  ],
  [
    'a function without a search path',
    'function_search_path_mutable',
    'WARN',
    "create function public.planted() returns integer language sql as 'select 1'",
    'drop function public.planted()',
  ],
  [
    'a policy that evaluates auth.uid() for each row',
    'auth_rls_initplan',
    'WARN',
    'create policy planted on public.profiles for delete to authenticated using (id = auth.uid())',
    'drop policy planted on public.profiles',
  ],
])('reports %s: %s', { tags: ['DB-20'] }, async (_planted, lint, level, plant, remove) => {
  const sql = postgres(url, { max: 1 });
  try {
    await sql.unsafe(plant);
    expect(await problemsOf()).toContainEqual(
      expect.objectContaining({ name: lint, level, detail: expect.stringMatching(/planted/) }),
    );
    await sql.unsafe(remove);
    expect(await problemsOf()).toEqual([]);
  } finally {
    await sql.end();
  }
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
