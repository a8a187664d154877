/** The rules for names and lengths of files reject what they should, and nothing next to it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { filesPlugin, isLongWithoutReason } from './files.js';

const root = join(import.meta.dirname, '../../..');

const messages = (file: string, code: string) =>
  new Linter({ cwd: root })
    .verify(
      code,
      {
        files: ['**/*.{ts,tsx,mjs}'],
        plugins: { files: filesPlugin },
        rules: { 'files/names': 'error', 'files/length': 'error' },
      },
      { filename: `${root}/${file}` },
    )
    .map(({ message }) => message);

const component = 'export function Toasts() {}';
const long = 'f();\n'.repeat(201);

test.each([
  ['libs/data/src/utils.ts', '', 'utils says nothing: name the file by its topic.'],
  ['libs/data/src/helpers.test.ts', '', 'helpers says nothing: name the file by its topic.'],
  ['libs/data/src/misc.mjs', '', 'misc says nothing: name the file by its topic.'],
  ['libs/data/src/Common.ts', '', 'Common says nothing: name the file by its topic.'],
  ['libs/data/src/fakeServer/x.ts', '', 'The folder fakeServer is not in kebab-case.'],
  ['libs/data/src/ui/toasts.tsx', component, 'toasts.tsx exports a component: name it in PascalCase.'],
  ['libs/data/src/my-file.ts', '', 'my-file is neither camelCase nor PascalCase.'],
  [
    'libs/data/src/x.test.ts',
    long,
    '201 lines: split the file, or say in the comment at its head why it is one piece.',
  ],
  [
    'libs/data/src/x.ts',
    long,
    '201 lines: split the file, or say in the comment at its head why it is one piece.',
  ],
])('%s: rejects a wrong name or length', (file, code, message) => {
  expect(messages(file, code)).toEqual([message]);
});

test.each([
  ['libs/data/src/ui/Toasts.tsx', component],
  ['libs/data/src/ui/useToasts.tsx', 'export function useToasts() {}'],
  ['libs/data/src/fake-server/x.test.ts', ''],
  ['libs/data/src/database.types.ts', ''],
  ['libs/data/src/x.ts', 'f();\n'.repeat(200)],
  ['libs/data/src/x.ts', `/** A table of states. One piece, because it is one table. */\n${long}`],
])('%s: accepts a good name and length', (file, code) => {
  expect(messages(file, code)).toEqual([]);
});

test('SQL, styles and generated types over 200 lines say why they are one file', () => {
  expect(isLongWithoutReason(long)).toBe(true);
  expect(isLongWithoutReason(`-- One file: a table.\n${long}`)).toBe(false);
  // Migrations are append-only.
  const pathspecs = ['*.sql', '*.css', 'libs/data/src/database.types.ts', ':!supabase/migrations'];
  const files = execFileSync('git', ['ls-files', ...pathspecs], { cwd: root, encoding: 'utf8' });
  const found = files
    .trim()
    .split('\n')
    .filter((file) => isLongWithoutReason(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
