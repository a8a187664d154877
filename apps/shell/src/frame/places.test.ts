import { expect, test } from 'vitest';
import { headerRow } from './places';

const inner = ['/dashboard', '/marketplace', '/agents', '/deployments', '/billing'];

test.each(inner)('T-42 SHELL-73 %s has the common three first, and its own places after them', (path) => {
  expect(headerRow(path).main).toEqual(['/dashboard', '/marketplace', 'sign-out']);
});

test('SHELL-70 SHELL-71 SHELL-72 SHELL-73 the headers differ per page', () => {
  const extras = inner.map((path) => headerRow(path).extra.join());
  expect(new Set(extras).size).toBeGreaterThan(3);
});

test('SHELL-52 the landing page has the three it is specified with', () => {
  expect(headerRow('/')).toEqual({ main: ['/dashboard', '/agents', '/marketplace'], extra: [] });
});
