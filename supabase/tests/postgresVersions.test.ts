/**
 * Every migration and the seed, on an empty database of each PostgreSQL version that hosted Supabase runs. Version 17 at
 * night: in `npm test`, all other tests run on it.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { files, newFolder } from '@slipway/backend/testing';
import { startPostgres } from '@slipway/backend/testing/postgres';
import { type Database, migrate, openPostgres } from '@slipway/backend';
import { schemaLines } from '../schema/schemaLines';

/** Number of rows per table. */
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

const versions = process.env['TEST_TIER'] === 'nightly' ? (['15', '17'] as const) : (['15'] as const);

describe.each(versions)('PostgreSQL %s', (version) => {
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

  test('applies every migration and the seed; a second run changes nothing', async () => {
    const [running] = await database.rows<{ major: string }>(
      "select current_setting('server_version_num')::int / 10000 || '' as major",
    );
    expect(running?.major).toBe(version);

    const first = await migrate(database, files);
    expect(first.seeded).toBe(true);
    expect(first.applied.length).toBeGreaterThan(0);
    const made = [await schemaLines(database), await sizes(database)];

    expect(await migrate(database, files)).toEqual({ applied: [], seeded: false });
    expect([await schemaLines(database), await sizes(database)]).toEqual(made);
  });
});
