/** The migrations follow the rules, and each rule reports a violation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checksumOf, migrationProblems, readLock } from './migrationFiles';
import { lockFile, readMigrationFiles } from './readMigrations';

const head = '-- Things: an example.\n-- Locks: nothing in use; creates only.\n\n';
const first = {
  name: '20270101000000_things.sql',
  text: `${head}create table public.things (id int);
comment on table public.things is 'Things';
create function public.count_things() returns int language sql as 'select 1';
comment on function public.count_things() is 'Counts';
`,
};
const replacing = `create or replace function public.count_things() returns int language sql as 'select 2';
comment on function public.count_things() is 'Counts';
`;
const lockOf = (...files: { name: string; text: string }[]) =>
  new Map(files.map(({ name, text }) => [name, checksumOf(text)]));
const check = (...files: { name: string; text: string }[]) => migrationProblems(files, lockOf(...files));

test('the migrations follow every rule', () => {
  expect(migrationProblems(readMigrationFiles(), readLock(readFileSync(lockFile, 'utf8')))).toEqual([]);
});

test('a complete file passes', () => {
  expect(check(first)).toEqual([]);
});

test.each<[rule: string, text: string, problem: string]>([
  ['a file without a purpose', 'select 1;\n', 'the file must start with a comment about its purpose'],
  [
    'a file that does not name its locks',
    '-- One.\n-- Two.\nselect 1;\n',
    'the head needs a line "-- Locks: …"',
  ],
  [
    'a table without a comment',
    `${head}create table public.bare (id int);\n`,
    'table public.bare needs a "comment on table"',
  ],
  [
    'a view without a comment',
    `${head}create or replace view public.bare as select 1;\n`,
    'view public.bare needs a "comment on view"',
  ],
  [
    'a function without a comment',
    `${head}create function private.bare() returns int language sql as 'select 1';\n`,
    'function private.bare needs a "comment on function"',
  ],
  [
    'a policy name that PostgreSQL would cut',
    `${head}create policy "${'long '.repeat(13)}" on public.things using (true);\n`,
    'is longer than 63 bytes',
  ],
  [
    'a function that is defined twice in one file',
    first.text + replacing,
    'public.count_things is defined twice',
  ],
])('reports %s', (_rule, text, problem) => {
  expect(check({ name: '20270101000000_things.sql', text })).toContainEqual(expect.stringContaining(problem));
});

test.each([
  ...['things.sql', '2027_things.sql', '20270101000000_Things.sql', '20270101000000-things.sql'],
  ...['x20270101000000_things.sql', '20270101000000_things.sql.orig'],
])('reports the file name %s', (name) => {
  expect(check({ ...first, name })).toEqual([`${name}: the name must be YYYYMMDDHHMMSS_noun.sql`]);
});

test('a policy name may have 63 bytes', () => {
  const policy = `create policy "${'x'.repeat(63)}" on public.things using (true);`;
  expect(check({ ...first, text: head + policy })).toEqual([]);
});

test('reports two migrations with one version', () => {
  expect(check(first, { name: '20270101000000_twin.sql', text: `${head}select 1;\n` })).toEqual([
    '20270101000000_things.sql: another migration has the same version',
  ]);
});

test('a later migration replaces a function only when its head names it', () => {
  const name = '20270102000000_more.sql';
  expect(check(first, { name, text: head + replacing })).toEqual([
    expect.stringContaining('public.count_things is already defined in 20270101000000_things.sql'),
  ]);
  const stated = head.replace('\n\n', '\n-- Replaces: public.count_things\n\n');
  expect(check(first, { name, text: stated + replacing })).toEqual([]);
});

test('reports a landed migration that was changed', () => {
  expect(migrationProblems([{ ...first, text: `${first.text}-- more\n` }], lockOf(first))).toEqual([
    '20270101000000_things.sql: a landed migration must not change; add a new one',
  ]);
});

test('reports a landed migration that is missing', () => {
  expect(migrationProblems([], lockOf(first))).toEqual([
    '20270101000000_things.sql: a landed migration is missing',
  ]);
});

test('reports a new migration that comes before a landed one, and one that is not in the lock', () => {
  const file = (name: string) => ({ name, text: `${head}select 1;\n` });
  expect(
    migrationProblems(
      [file('20260101000000_early.sql'), first, file('20270102000000_late.sql')],
      lockOf(first),
    ),
  ).toEqual([
    '20260101000000_early.sql: a new migration must come after 20270101000000_things.sql',
    expect.stringContaining('20270102000000_late.sql: not in migrations.lock'),
  ]);
});

test('line ends do not change a checksum', () => {
  expect(checksumOf('a\r\nb\r\n')).toBe(checksumOf('a\nb\n'));
});
