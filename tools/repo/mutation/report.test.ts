import { expect, test } from 'vitest';
import { mergeRows, readRows, rowOf, scoreOf } from './report.mjs';

const row = (project: string, killed: number) => ({ project, killed, survived: 1, uncovered: 1 });

test('a run replaces the rows of its projects and keeps the others', () => {
  const first = mergeRows('', [row('libs/b', 8), row('libs/a', 3)]);
  const second = mergeRows(first, [row('libs/b', 18)]);
  expect(readRows(second)).toEqual([row('libs/a', 3), row('libs/b', 18)]);
  expect(second).toContain('| `libs/b` | 18 | 1 | 1 | 90 % |');
});

test('a timeout counts as killed, and a change without a test lowers the score', () => {
  const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'].map((status) => ({ status }));
  const counted = rowOf('libs/a', { files: { 'a.ts': { mutants } } });
  expect(counted).toEqual({ project: 'libs/a', killed: 2, survived: 1, uncovered: 1 });
  expect(scoreOf(counted)).toBe(50);
});
