/**
 * The access matrix: each cell is an attempt over HTTP, with the same outcome on both engines. `npm test` runs all of it on
 * PostgreSQL, which has the policies of the same migrations; `TEST_TIER=nightly` runs all on both.
 */
import { readFileSync } from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, engines, type Served, serve } from '@slipway/backend/testing';
import { fixtureFor, type Ids, outcomeOf } from './attempt';
import { accessTables } from './accessTables';
import { gapsOf, type Line, lines, type Outcome } from './expectations';
import { type Fixture, fixtures } from './fixtures';
import { matrixFile, matrixPage } from './writeMatrix';

const titleOf = ({ table, row, verb, outcomes }: Line) =>
  `${table}, ${row}: ${verb} gives ${outcomes.join(', ')}`;

const measured: Record<Engine, Line[]> = { PGlite: [], PostgreSQL: [] };

describe.each(engines)(
  'the access matrix on %s',
  { tags: ['DB-21', 'DB-22', 'DB-23', 'DB-25', 'DB-26', 'DB-27', 'DB-29'] },
  (engine) => {
    let served: Served;
    let ids: Ids;
    let clients: SupabaseClient[];

    beforeAll(async () => {
      served = await serve(engine);
      const owner = await served.user('Olga Owner');
      const another = await served.user('Anna Another');
      const creator = await served.user('Clara Creator');
      ids = { owner: owner.id, another: another.id, creator: creator.id };
      clients = [owner.client, another.client, served.visitor, served.service];
    });
    afterAll(() => served.close());

    test('every table and view is in the matrix', async () => {
      expect(gapsOf(await accessTables(served.backend.database))).toEqual([]);
    });

    test('a table without expectations is reported by name', async () => {
      const { database } = served.backend;
      await database.run('create table public.forgotten (id integer)');
      const gaps = gapsOf(await accessTables(database));
      await database.run('drop table public.forgotten');
      expect(gaps).toEqual([
        'public.forgotten has no row in the matrix: add it to supabase/access/expectations.ts',
      ]);
    });

    test.each(lines.map((line) => [titleOf(line), line] as const))('%s', async (_title, line) => {
      const { table, row, verb } = line;
      const known: Record<string, Fixture> = fixtures[table];
      const fixture = known[row];
      if (!fixture) throw new Error(`public.${table} has no fixture for "${row}"`);
      const outcomes: Outcome[] = [];
      for (const client of clients) {
        const executor = served.backend.database;
        outcomes.push(
          await outcomeOf({ executor, client, ids, table, verb, fixture: fixtureFor(fixture, ids) }),
        );
      }
      measured[engine].push({ ...line, outcomes });
      expect(outcomes).toEqual(line.outcomes);
    });
  },
);

test('every engine has the same outcome in every cell', () => {
  for (const engine of engines) expect(measured[engine].map(titleOf)).toEqual(lines.map(titleOf));
});

test('docs/access-matrix.md is up to date (if not: npm run access -w @slipway/database)', () => {
  expect(readFileSync(matrixFile, 'utf8')).toBe(matrixPage());
});
