/** `npm run conformance`: which rows of the conformance list have a test with their id, and which have none. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsOfSql, idsOfTests } from './ids.mjs';

const root = join(import.meta.dirname, '../../..');
const specification = (file) => readFileSync(join(root, 'docs/spec', file), 'utf8');
const { rows } = JSON.parse(specification('conformance.json'));
/** Rows and traps (`T-13`). */
const known = new Set(specification('conformance.md').match(/\b[A-Z]+-\d{2,3}b?\b/g));

const patterns = ['*.test.ts', '*.test.tsx', '*.spec.ts', 'supabase/tests/*.sql'];
const files = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);

/** Id to the files whose tests carry it. */
const found = new Map();
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const id of file.endsWith('.sql') ? idsOfSql(text) : idsOfTests(file, text)) {
    found.set(id, [...(found.get(id) ?? []), file]);
  }
}

const uncovered = rows.filter(({ id }) => !found.has(id));
for (const { id, requirement } of uncovered) console.log(`${id.padEnd(9)} ${requirement}`);
console.log(`\n${rows.length - uncovered.length} of ${rows.length} rows have a test with their id.`);

const unknown = [...found].filter(([id]) => !known.has(id));
for (const [id, where] of unknown)
  console.error(`${id} is not in docs/spec/conformance.md: ${where.join(', ')}`);
if (uncovered.length > 0 || unknown.length > 0) process.exitCode = 1;
