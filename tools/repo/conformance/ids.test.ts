import { expect, test } from 'vitest';
import { idsOfSql, idsOfTests } from './ids.mjs';

const idsOf = (text: string) => [...idsOfTests('x.test.ts', text)];

test('reads the tags of Vitest and Playwright tests', () => {
  expect(idsOf(`test('a', { tags: ['DEP-25', 'T-13', 'smoke'] }, () => 1)`)).toEqual(['DEP-25', 'T-13']);
  expect(idsOf(`test(\`a \${x}\`, { tag: ['@SHELL-07'] }, async () => undefined)`)).toEqual(['SHELL-07']);
  expect(idsOf(`test.describe('a', { tag: '@AGT-01' }, () => undefined)`)).toEqual(['AGT-01']);
});

test('reads the table of test.each, and the table behind a computed tag', () => {
  expect(
    idsOf(`test.each([['SES-41', 1], ['DB-02 a price', 2], ['none', 3]])('%s', () => undefined)`),
  ).toEqual(['SES-41', 'DB-02']);
  expect(
    idsOf(
      `const rows = [['AUTH-72', 429]]; for (const [row] of rows) test('a', { tag: [\`@\${row}\`] }, () => 1)`,
    ),
  ).toEqual(['AUTH-72']);
});

test('ignores titles, comments and other objects', () => {
  expect(idsOf(`// DEP-25\ntest('DEP-25 in a title', () => insert({ tags: ['DEP-26'] }))`)).toEqual([]);
});

test('reads the start of pgTAP titles', () => {
  expect([...idsOfSql(`-- SHELL-69\nselect ok(true, 'DB-28 the key is masked');`)]).toEqual(['DB-28']);
});
