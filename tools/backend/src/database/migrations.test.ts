/** Migrations are applied completely, or the database is unchanged. At night on both engines. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folder.mjs';
import { engines, newDatabase, newHome } from '../testing/serve';
import { type Database, openPglite } from './database';
import { openPostgres } from './postgres';
import { migrate } from './migrations';

describe.each(engines)('migrations on %s', (engine) => {
  let folder: string;
  let database: Database;
  const write = (name: string, sql: string) => {
    writeFileSync(join(folder, name), sql);
  };
  const run = () => migrate(database, { migrationsDir: folder, seedFile: join(folder, 'seed.txt') });
  const tables = async () =>
    (
      await database.rows<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public' order by 1",
      )
    ).map(({ name }) => name);

  /** An empty database. Creating a cluster takes seconds, so this empties a copy. */
  const emptied = async () => {
    const copy = newHome();
    cpSync(join(copy, 'data'), join(folder, 'data'), { recursive: true });
    rmSync(copy, { recursive: true });
    const opened = await openPglite(join(folder, 'data'));
    await opened.run(
      'drop schema public, private, auth, supabase_migrations cascade; create schema public; drop owned by anon, authenticated, service_role; drop role anon, authenticated, service_role',
    );
    return opened;
  };

  beforeEach(async () => {
    folder = newFolder('migrations');
    database = engine === 'PGlite' ? await emptied() : await openPostgres(await newDatabase());
    write('20260101000000_first.sql', 'create table public.first (owner uuid default auth.uid());');
    write('seed.txt', 'insert into public.first values (null);');
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are applied in order, seeded once, and recorded in the Supabase CLI’s table', async () => {
    write('20260102000000_second.sql', 'alter table public.first rename to second;');
    write('seed.txt', 'insert into public.second values (null);');
    expect(await run()).toEqual({ applied: ['20260101000000', '20260102000000'], seeded: true });
    write('20260103000000_third.sql', 'create table public.third (id int);');
    expect(await run()).toEqual({ applied: ['20260103000000'], seeded: false });
    expect(await run()).toEqual({ applied: [], seeded: false });
    expect(await tables()).toEqual(['second', 'third']);
    expect(await database.rows('select * from public.second')).toHaveLength(1);
    const history = await database.rows(
      'select version, name from supabase_migrations.schema_migrations order by 1',
    );
    expect(history.at(-1)).toEqual({ version: '20260103000000', name: 'third' });
  });

  test('are rolled back together when one fails, with its file, line and error', async () => {
    await run();
    write('20260104000000_fourth.sql', 'create table public.fourth (id int);');
    write('20260105000000_fifth.sql', 'create table public.fifth (id int);\n\nselect nothing from nowhere;');
    await expect(run()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(
        /^20260105000000_fifth\.sql:3 failed: relation "nowhere" does not exist\. Nothing was changed/,
      ),
    });
    expect(await tables()).toEqual(['first']);
  });

  test('rejects a database with another history, and leaves it unchanged', async () => {
    await run();
    rmSync(join(folder, '20260101000000_first.sql'));
    expect(await run()).toEqual({ applied: [], seeded: false });
    write('20260201000000_baseline.sql', 'create table public.baseline (id int);');
    await expect(run()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('migrations that are not in this folder, such as 20260101000000'),
    });
    expect(await tables()).toEqual(['first']);
  });

  test('are rolled back when the seed fails', async () => {
    write('seed.txt', 'insert into public.first values (1, 2, 3);');
    await expect(run()).rejects.toMatchObject({ message: expect.stringMatching(/^seed\.txt:1 failed/) });
    expect(await tables()).toEqual([]);
  });

  test('must have a valid name and a unique version', async () => {
    write('second.sql', 'select 1');
    await expect(run()).rejects.toThrow("second.sql is not a migration's name. Use YYYYMMDDHHMMSS_noun.sql");
    rmSync(join(folder, 'second.sql'));
    write('20260101000000_again.sql', 'select 1');
    await expect(run()).rejects.toThrow('Two migrations have the version 20260101000000');
  });
});
