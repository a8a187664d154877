/** Runs the pgTAP files of `supabase/tests` on a copy of the migrated database; each TAP line is a test. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { describe, expect, test } from 'vitest';
import { pgliteExtensions } from '@slipway/backend';
import { newHome } from '@slipway/backend/testing';
import { readTap, type TapResult } from './tap';

const folder = join(import.meta.dirname, '../tests');

/** A file that stops with an error has that error as its only result. */
async function resultsOf(database: PGlite, file: string): Promise<TapResult[]> {
  try {
    const results = await database.exec(readFileSync(join(folder, file), 'utf8'));
    return readTap(results.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row).map(String))));
  } catch (error) {
    await database.exec('rollback');
    return [{ title: 'the file runs without an error', problem: String(error) }];
  }
}

// Vitest needs the titles while it collects tests, so the files run then.
const home = newHome();
const database = await PGlite.create(join(home, 'data'), { extensions: { ...pgliteExtensions, pgtap } });
// Each file would create it again, and roll it back: that takes ten times as long as its tests.
await database.exec('create extension pgtap');
const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
const results: [file: string, results: TapResult[]][] = [];
for (const file of files) results.push([file, await resultsOf(database, file)]);
await database.close();
rmSync(home, { recursive: true, force: true });

describe.each(results)('%s', (_file, lines) => {
  test.each(lines)('$title', ({ problem }) => {
    expect(problem).toBeUndefined();
  });
});

test('a failed line, a wrong plan and an empty file are failures', () => {
  expect(readTap(['1..1', 'not ok 1 - it works\n# Failed test 1'])).toEqual([
    { title: 'it works', problem: 'not ok 1 - it works\n# Failed test 1' },
  ]);
  expect(readTap(['1..2', 'ok 1 - it works', '# Looks like you planned 2 tests but ran 1']).at(-1)).toEqual({
    title: 'the number of tests equals the plan',
    problem: '1 of 2 tests ran\n# Looks like you planned 2 tests but ran 1',
  });
  expect(readTap([])).toHaveLength(1);
});
