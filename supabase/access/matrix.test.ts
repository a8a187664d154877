/**
 * The access matrix: each cell is an attempt over HTTP, with the same outcome on both engines. `npm test` runs all of it on
 * PostgreSQL, and on PGlite one verb of each row in turn; `TEST_TIER=nightly` runs all on both.
 */
import { readFileSync } from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, bothEngines, type Served, serve } from '@slipway/backend/testing';
import { fixtureFor, type Ids, outcomeOf } from './attempt';
import { accessTables } from './accessTables';
import { gapsOf, type Line, lines, type Outcome } from './expectations';
import { type Fixture, fixtures } from './fixtures';
import { matrixFile, matrixPage } from './writeMatrix';

const titleOf = ({ table, row, verb, outcomes }: Line) =>
  `${table}, ${row}: ${verb} gives ${outcomes.join(', ')}`;

/** `lines` has the four verbs of a row together. */
const sample = lines.filter((_, index) => index % 4 === Math.floor(index / 4) % 4);
const linesOn: Record<Engine, readonly Line[]> = {
  PGlite: process.env['TEST_TIER'] === 'nightly' ? lines : sample,
  PostgreSQL: lines,
};
const measured: Record<Engine, Line[]> = { PGlite: [], PostgreSQL: [] };

describe.each(bothEngines)(
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

    test.each(linesOn[engine].map((line) => [titleOf(line), line] as const))('%s', async (_title, line) => {
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

test('both engines have the same outcome in every cell', () => {
  const titles = measured.PGlite.map(titleOf);
  const onBoth = linesOn.PGlite.map(({ table, row, verb }) => `${table}, ${row}: ${verb}`);
  const isOnBoth = ({ table, row, verb }: Line) => onBoth.includes(`${table}, ${row}: ${verb}`);
  expect(measured.PostgreSQL.filter(isOnBoth).map(titleOf)).toEqual(titles);
  expect(measured.PGlite).toHaveLength(linesOn.PGlite.length);
  expect(measured.PostgreSQL).toHaveLength(lines.length);
});

test('the lines that npm test runs on PGlite have every table and verb', () => {
  const all = (key: 'table' | 'verb') => [...new Set(lines.map((line) => line[key]))].sort();
  const chosen = (key: 'table' | 'verb') => [...new Set(sample.map((line) => line[key]))].sort();
  expect([chosen('table'), chosen('verb')]).toEqual([all('table'), all('verb')]);
});

test('docs/access-matrix.md is up to date (if not: npm run access -w @slipway/database)', () => {
  expect(readFileSync(matrixFile, 'utf8')).toBe(matrixPage());
});
