/** The rules of pages in advance. The builds of the shell and of slices print them, and e2e/specs/frame shows them. */
import { expect, it } from 'vitest';
import { printPages } from './printPages';

const manifest = {
  id: 'market',
  routes: [
    { path: '/market', title: 'Market', access: 'public' },
    { path: '/sales', title: 'Sales', access: 'signed-in' },
  ],
} as const;

it('rejects requests of a page for signed-in users: a document would send them as a visitor', async () => {
  const printed = printPages(manifest, { '/sales': null }, { '/sales': { requests: () => [] } });
  await expect(printed).rejects.toThrow('/sales is for signed-in users');
});
