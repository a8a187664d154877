/** Compatibility of a shell with its slices. */
import { expect, it } from 'vitest';
import { shellRelease, sliceRelease } from '../testing/releases';
import { compatibilityFailures } from './compatibility';

const shell = shellRelease();
const slot = (version: number) => ({ name: 'landing.featured' as const, version });

it('accepts a shell with no slice, and with one that fits', () => {
  expect(compatibilityFailures(shell, [])).toEqual([]);
  expect(compatibilityFailures(shell, [sliceRelease()])).toEqual([]);
});

it('rejects a contract that the shell does not support', () => {
  const supporting = shellRelease({ contracts: [1, 2] });
  expect(compatibilityFailures(supporting, [sliceRelease({ contract: 2 })])).toEqual([]);
  expect(compatibilityFailures(supporting, [sliceRelease({ contract: 3 })])).toEqual([
    'market is built for contract 3, and this shell supports 1, 2: first deploy a shell that supports it',
  ]);
});

it('rejects shared packages that are missing or in another version', () => {
  const requires = { react: '^19.4.0', vue: '^3.0.0', '@slipway/platform': '^1.2.0' };
  expect(compatibilityFailures(shell, [sliceRelease({ requires })])).toEqual([
    'market needs react ^19.4.0, and the shell has 19.3.1: rebuild market, or deploy a newer shell',
    'market needs vue ^3.0.0, which the shell does not share',
  ]);
});

it('rejects another major of a shared package, of which a page has one', () => {
  expect(compatibilityFailures(shell, [sliceRelease({ requires: { react: '^20.1.0' } })])).toEqual([
    'market needs react ^20.1.0, and the shell has 19.3.1: a page has one major of it. Install react@19.3.1 in market and build it again, or move all slices with a new shell: slipway upgrade lists them',
  ]);
});

it('rejects a route or a slot with two owners, naming all of them', () => {
  const rival = sliceRelease({ id: 'rival' });
  expect(compatibilityFailures(shell, [sliceRelease(), rival])).toEqual([
    'market and rival both claim the route /market: only one of them may',
    'market and rival both claim the slot landing.featured: only one of them may',
  ]);
  const greedy = sliceRelease({ routes: [{ path: '/', title: 'Home', access: 'public' }], slots: [] });
  expect(compatibilityFailures(shell, [greedy])).toEqual([
    'shell and market both claim the route /: only one of them may',
  ]);
});

it('rejects a slot version that no page shows', () => {
  expect(compatibilityFailures(shell, [sliceRelease({ slots: [slot(2)] })])).toEqual([
    'market fills version 2 of the slot landing.featured, and the page shows version 1: rebuild market',
  ]);
});

it('reads the slots that pages of slices show', () => {
  const plain = shellRelease({ routes: [{ path: '/', title: 'Home', access: 'public' }] });
  const page = sliceRelease({
    id: 'page',
    routes: [{ path: '/page', title: 'Page', access: 'public', shows: [slot(3)] }],
    slots: [],
  });
  const filler = (version: number) => sliceRelease({ routes: [], slots: [slot(version)] });
  expect(compatibilityFailures(plain, [page, filler(3)])).toEqual([]);
  expect(compatibilityFailures(plain, [page, filler(1)])).toHaveLength(1);
  expect(compatibilityFailures(plain, [filler(9)]), 'no page shows it').toEqual([]);
});

const page = (path: string) => ({ path, title: 'Page', access: 'public' as const });
const notes = (...paths: string[]) => sliceRelease({ id: 'notes', routes: paths.map(page), slots: [] });
const journal = (...paths: string[]) => sliceRelease({ id: 'journal', routes: paths.map(page), slots: [] });

it('rejects two slices whose routes match the same address, naming both', () => {
  expect(compatibilityFailures(shell, [notes('/notes/:id'), journal('/notes/new')])).toEqual([
    'notes and journal both claim an address: the routes /notes/:id and /notes/new match the same ones, and only one slice may have them',
  ]);
  expect(compatibilityFailures(shell, [notes('/notes/*'), journal('/notes/:id/:tab?')])).toHaveLength(1);
  expect(compatibilityFailures(shell, [notes('/notes/:id'), journal('/notes/:id/edit')])).toEqual([]);
  const redirects = [{ from: '/notes/:id', to: '/journal' }];
  expect(
    compatibilityFailures(shell, [notes('/notes/:id'), { ...journal('/journal'), redirects }]),
  ).toHaveLength(1);
});

it('accepts a route that moves to another slice in one deploy, and rejects half of the move', () => {
  expect(compatibilityFailures(shell, [notes('/notes', '/notes/:id'), journal('/journal')])).toEqual([]);
  expect(compatibilityFailures(shell, [notes('/notes'), journal('/journal', '/notes/:id')])).toEqual([]);
  expect(
    compatibilityFailures(shell, [notes('/notes', '/notes/:id'), journal('/journal', '/notes/:id')]),
  ).toEqual(['notes and journal both claim the route /notes/:id: only one of them may']);
});

it('rejects a redirect to a page that no slice has', () => {
  const moved = { ...journal('/journal'), redirects: [{ from: '/memos/:id', to: '/notes/:id' }] };
  expect(compatibilityFailures(shell, [moved, notes('/notes/:id')])).toEqual([]);
  expect(compatibilityFailures(shell, [moved])).toEqual([
    'journal redirects /memos/:id to /notes/:id, and no slice has that page: correct its redirects, or deploy both slices together',
  ]);
});

const offer = (overrides: object = {}) => ({
  ...sliceRelease({ id: 'recipes', slots: [], routes: [page('/recipes')] }),
  offers: [{ name: 'recipes.actions', version: 1, props: { id: { type: 'string' as const } }, ...overrides }],
});
const fill = (id: string, overrides: object = {}) =>
  sliceRelease({
    ...{ id, routes: [] },
    slots: [{ name: 'recipes.actions', version: 1, props: { id: { type: 'string' } }, ...overrides }],
  });

it('accepts several fillers of an open slot, and one filler where it takes no more', () => {
  expect(compatibilityFailures(shell, [offer(), fill('a'), fill('b')])).toEqual([]);
  expect(compatibilityFailures(shell, [fill('a'), fill('b')]), 'no page shows it').toEqual([]);
  expect(compatibilityFailures(shell, [offer({ fillers: 'one' }), fill('a'), fill('b')])).toEqual([
    'a and b both claim the slot recipes.actions: only one of them may',
  ]);
});

it('rejects an open slot whose version or props differ, naming both owners', () => {
  expect(compatibilityFailures(shell, [offer({ version: 2 }), fill('a')])).toEqual([
    'a fills version 1 of the slot recipes.actions, and the page shows version 2: rebuild a',
  ]);
  const props = { id: { type: 'number' }, user: { type: 'string' } };
  expect(compatibilityFailures(shell, [offer(), fill('a', { props })])).toEqual([
    expect.stringMatching(
      /^a fills the slot recipes\.actions of recipes, and its props differ: id is a string, not a number\./,
    ),
    expect.stringContaining('user is not passed'),
  ]);
});
