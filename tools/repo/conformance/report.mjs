/** `npm run conformance`: which rows of the conformance list a test names in its title, and which none does. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const { rows } = JSON.parse(readFileSync(join(root, 'docs/spec/conformance.json'), 'utf8'));

const testFiles = execFileSync(
  'git',
  ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts', 'supabase/tests'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(Boolean);

/** Row id to the test files that name it: `AUTH-34`, or a run such as `DB-01…05`. */
const named = new Map();
for (const file of testFiles) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, area, from, , to] of text.matchAll(
    /\b(SHELL|AUTH|MKT|AGT|DEP|BILL|SES|DS|DB)-(\d{2}b?)(…(\d{2}))?/g,
  )) {
    const numbers = to
      ? Array.from({ length: Number(to) - Number(from) + 1 }, (_, step) =>
          String(Number(from) + step).padStart(2, '0'),
        )
      : [from];
    for (const number of numbers) {
      const id = `${area}-${number}`;
      named.set(id, (named.get(id) ?? new Set()).add(file));
    }
  }
}

const uncovered = rows.filter(({ id }) => !named.has(id));
for (const { id, requirement } of uncovered) console.log(`${id.padEnd(9)} ${requirement}`);
console.log(
  `\n${rows.length - uncovered.length} of ${rows.length} rows have a test that names them; the ${uncovered.length} above have none.`,
);

const unknown = [...named.keys()].filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`Tests name rows that do not exist: ${unknown.join(', ')}`);
  process.exitCode = 1;
}
