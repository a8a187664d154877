import { expect, test } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { navEntriesOf } from './navigation';

const routes = [
  { path: '/notes', access: 'signed-in' as const },
  { path: '/help', access: 'public' as const },
];

test('lists the entries of every slice with the access of their routes', () => {
  const composition = compositionOf({
    notes: { ...composedRelease('00000000000000a1'), nav: [{ path: '/notes', label: 'Notes' }] },
    help: { ...composedRelease('00000000000000a2'), nav: [{ path: '/help', label: 'Help' }] },
  });
  expect(navEntriesOf(composition, routes)).toEqual([
    { path: '/notes', label: 'Notes', access: 'signed-in' },
    { path: '/help', label: 'Help', access: 'public' },
  ]);
});

test('drops an entry whose path has no route', () => {
  const composition = compositionOf({
    notes: { ...composedRelease('00000000000000a1'), nav: [{ path: '/gone', label: 'Gone' }] },
  });
  expect(navEntriesOf(composition, routes)).toEqual([]);
});
