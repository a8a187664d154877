/** Every migration and the seed, on an empty database of each PostgreSQL that hosted Supabase runs. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { files, newFolder } from '@slipway/backend/testing';
import { startPostgres } from '@slipway/backend/testing/postgres';
import { type Database, migrate, openPostgres } from '@slipway/backend';

/** Everything a migration can make in our schemas, one line each, with what defines it. */
const CATALOGUE = `
with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private', 'auth'))
select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
    || attnotnull || ' ' || coalesce((select pg_get_expr(adbin, adrelid) from pg_attrdef d
      where d.adrelid = attrelid and d.adnum = attnum), '') as line
  from pg_attribute join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
  where attnum > 0 and not attisdropped
union all select 'grants ' || c.oid::regclass || ' ' || coalesce(relacl::text, '') || ' ' || relrowsecurity
  from pg_class c join ours on ours.oid = relnamespace
union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
  from pg_constraint c join ours on ours.oid = connamespace where conrelid <> 0
union all select 'index ' || pg_get_indexdef(indexrelid) from pg_index i
  join pg_class c on c.oid = indexrelid join ours on ours.oid = relnamespace
union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t
  join pg_class c on c.oid = tgrelid join ours on ours.oid = relnamespace where not tgisinternal
union all select 'policy ' || concat_ws(' ', schemaname, tablename, policyname, cmd, roles::text, qual, with_check)
  from pg_policies
union all select 'function ' || pg_get_functiondef(p.oid) || coalesce(proacl::text, '') from pg_proc p
  join ours on ours.oid = pronamespace where prokind = 'f'
order by 1`;

/** Rows of every table of ours. */
async function sizes(database: Database): Promise<Record<string, number>> {
  const tables = await database.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth') order by 1`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.rows<{ size: number }>(`select count(*)::int as size from ${name}`);
    counted[name] = row?.size ?? -1;
  }
  return counted;
}

describe.each(['15', '17'] as const)('PostgreSQL %s', (version) => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let database: Database;

  beforeAll(async () => {
    folder = newFolder(`postgres-${version}`);
    server = await startPostgres(version, folder);
    database = await openPostgres(`${server.address}/postgres`);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('takes every migration and the seed, and the same again changes nothing', async () => {
    const [running] = await database.rows<{ major: string }>(
      "select current_setting('server_version_num')::int / 10000 || '' as major",
    );
    expect(running?.major).toBe(version);

    const first = await migrate(database, files);
    expect(first.seeded).toBe(true);
    expect(first.applied.length).toBeGreaterThan(0);
    const made = [await database.rows(CATALOGUE), await sizes(database)];

    expect(await migrate(database, files)).toEqual({ applied: [], seeded: false });
    expect([await database.rows(CATALOGUE), await sizes(database)]).toEqual(made);
  });
});
