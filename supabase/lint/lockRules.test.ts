/** Each rule about locks reports a violation; the rules hold for new files only. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkedFiles, lockProblems, squawk } from './lockRules';

const program = squawk() ?? '';
const migrations = join(import.meta.dirname, '../migrations');
const folder = mkdtempSync(join(tmpdir(), 'slipway-locks-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const limits = "set local lock_timeout = '2s';\nset local statement_timeout = '1min';\n";
const check = (sql: string) => {
  const path = join(folder, '20270101000000_things.sql');
  writeFileSync(path, sql);
  return lockProblems(program, [path]).map((line) => / (?:warning|error): ([\w-]+)/.exec(line)?.[1]);
};

test('the rules hold for migrations that landed after them', () => {
  expect(checkedFiles(['20261202220000_flags.sql', '20270101000000_things.sql', 'README.md'])).toEqual([
    '20270101000000_things.sql',
  ]);
});

test.runIf(process.platform === 'linux')(
  'the linter is found on Linux, where CI runs: without it, no rule holds',
  () => {
    expect(program).toMatch(/squawk$/);
  },
);

test('a linter that does not start or fails without a line is not one that found nothing', () => {
  expect(() => lockProblems(join(folder, 'none'), ['a.sql'])).toThrow('ENOENT');
  // Node rejects the arguments.
  expect(lockProblems(process.execPath, ['a.sql'])).toEqual([
    expect.stringContaining('bad option: --config'),
  ]);
});

describe.skipIf(program === '')('squawk, which has a program for this platform', () => {
  test('all migrations for which the rules hold keep them', () => {
    const names = checkedFiles(readdirSync(migrations));
    expect(names.length).toBeGreaterThan(0);
    expect(
      lockProblems(
        program,
        names.map((name) => join(migrations, name)),
      ),
    ).toEqual([]);
  });

  test('a nullable column with limits passes (21.4)', () => {
    expect(check(`${limits}alter table public.agents add column note text;`)).toEqual([]);
  });

  test.each([
    ['no limit of waiting', 'alter table public.agents add column note text;', 'require-lock-timeout'],
    ['a removed column', `${limits}alter table public.agents drop column note;`, 'ban-drop-column'],
    ['a renamed column', `${limits}alter table public.agents rename column a to b;`, 'renaming-column'],
    ['a new type', `${limits}alter table public.agents alter a type text;`, 'changing-column-type'],
    [
      'a constraint that reads the table under a lock',
      `${limits}alter table public.agents add constraint c check (a > 0);`,
      'constraint-missing-not-valid',
    ],
    [
      'not null on a column in use',
      `${limits}alter table public.agents alter a set not null;`,
      'adding-not-nullable-field',
    ],
  ])('reports %s (21.4)', (_name, sql, rule) => {
    expect(check(sql)).toContain(rule);
  });
});
