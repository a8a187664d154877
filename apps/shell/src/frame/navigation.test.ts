import { expect, test } from 'vitest';
import { headerRow } from './navigation';

const inner = ['/dashboard', '/marketplace', '/agents', '/deployments', '/billing'];

test.each(inner)(
  '%s has the common three first, and its own places after them',
  { tags: ['T-42', 'SHELL-73'] },
  (path) => {
    expect(headerRow(path).main).toEqual(['/dashboard', '/marketplace', 'sign-out']);
  },
);

test('the headers differ per page', { tags: ['SHELL-70', 'SHELL-71', 'SHELL-72', 'SHELL-73'] }, () => {
  const extras = inner.map((path) => headerRow(path).extra.join());
  expect(new Set(extras).size).toBeGreaterThan(3);
});

test('the landing page has the three it is specified with', { tags: ['SHELL-52'] }, () => {
  expect(headerRow('/')).toEqual({ main: ['/dashboard', '/agents', '/marketplace'], extra: [] });
});
