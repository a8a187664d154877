import { expect, test } from 'vitest';
import { mergeRows, readRows, rowOf, scoreOf } from './report.mjs';
import { targets } from './targets.mjs';

const row = (project: string, part: string, killed: number) => ({
  project,
  part,
  lines: 50,
  killed,
  survived: 1,
  uncovered: 1,
});
const linesIn = () => 200;

test('a run replaces the rows of its parts and keeps the others', () => {
  const first = mergeRows('', [row('libs/session', 'accounts', 8), row('libs/data', 'all', 3)], linesIn);
  const second = mergeRows(first, [row('libs/session', 'accounts', 18)], linesIn);
  expect(readRows(second)).toEqual([row('libs/data', 'all', 3), row('libs/session', 'accounts', 18)]);
  expect(second).toContain('| `libs/session:accounts` | 50 | 18 | 1 | 1 | 90% |');
});

test('a project is the sum of its parts, with its share of lines and the parts without a figure', () => {
  const [one = '', other = '', ...missing] = Object.keys(targets['libs/session']);
  const text = mergeRows('', [row('libs/session', one, 8), row('libs/session', other, 18)], linesIn);
  expect(text).toContain(`| \`libs/session\` | 50% | 30 | 87% | ${missing.join(', ')} |`);
});

test('a project that has fewer lines than when it was run has all of them', () => {
  const text = mergeRows('', [row('libs/session', 'accounts', 8)], () => 49);
  expect(text).toContain('| `libs/session` | 100% |');
});

test('a part that is no target now leaves the report', () => {
  const text = mergeRows('', [row('libs/session', 'accounts', 8)], linesIn);
  expect(readRows(mergeRows(text.replaceAll(':accounts`', ':gone`'), [], linesIn))).toEqual([]);
});

test('a timeout counts as killed, and a change without a test lowers the score', () => {
  const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'].map((status) => ({ status }));
  const counted = rowOf('libs/a', 'all', { files: { 'a.ts': { source: 'one\ntwo\n', mutants } } });
  expect(counted).toEqual({
    project: 'libs/a',
    part: 'all',
    lines: 2,
    killed: 2,
    survived: 1,
    uncovered: 1,
  });
  expect(scoreOf(counted)).toBe(50);
});
