import { expect, test } from 'vitest';
import { headerItems } from './navigation';

const innerPages = ['/dashboard', '/marketplace', '/agents', '/deployments', '/billing'];

test.each(innerPages)('%s has the common three items first', { tags: ['T-42', 'SHELL-73'] }, (path) => {
  expect(headerItems(path).main).toEqual(['/dashboard', '/marketplace', 'sign-out']);
});

test.each([
  ['/billing', ['/deployments', '/billing']],
  ['/deployments', ['/agents', '/deployments', '/billing']],
  ['/agents', ['/agents', '/deployments']],
  ['/marketplace', ['/agents']],
])('%s adds its own links', { tags: ['SHELL-70', 'SHELL-71', 'SHELL-72', 'SHELL-73'] }, (path, extra) => {
  expect(headerItems(path).extra).toEqual(extra);
});

test('the landing page has the three links of the specification', { tags: ['SHELL-52'] }, () => {
  expect(headerItems('/')).toEqual({ main: ['/dashboard', '/agents', '/marketplace'], extra: [] });
});

test('a page outside the table has the common three only', () => {
  expect(headerItems('/notes')).toEqual({ main: ['/dashboard', '/marketplace', 'sign-out'], extra: [] });
});
