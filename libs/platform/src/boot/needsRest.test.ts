import type { ShellManifest } from '@slipway/contracts';
import { expect, it } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { needsRest, unknownTo } from './needsRest';

const shell: ShellManifest = {
  id: 'shell',
  owner: 'platform-team',
  contracts: [1],
  routes: [{ path: '/', title: 'Home', access: 'public' }],
};
const route = (path: `/${string}`) => ({ path, title: path, access: 'public' as const });
const release = composedRelease('00000000000000b1');
const notes = {
  ...release,
  routes: [route('/notes'), route('/notes/:id')],
  redirects: [{ from: '/memos', to: '/notes' }],
};
const whole = compositionOf({ notes });
const composed = { ...whole, rest: { routes: [{ ...route('/help'), slice: 'help' }], nav: [] } };

it.each([
  ['/', false],
  ['/notes', false],
  ['/notes/7', false],
  ['/memos', false],
  ['/help', true],
  ['/nowhere', true],
])('a page at %s needs the rest of the composition: %s', (pathname, isNeeded) => {
  expect(needsRest(composed, shell, { pathname, search: '' })).toBe(isNeeded);
  expect(needsRest(whole, shell, { pathname, search: '' })).toBe(false);
});

it('so does the address to return to, unless the document lists it', () => {
  const at = (redirect: string) => ({
    pathname: '/',
    search: `?${new URLSearchParams({ redirect }).toString()}`,
  });
  expect(needsRest(composed, shell, at('/help?tab=1'))).toBe(false);
  expect(needsRest(composed, shell, at('/billing'))).toBe(true);
});

it('pages are added once', () => {
  const pages = (...paths: `/${string}`[]) => ({
    routes: paths.map((path) => ({ ...route(path), slice: 'notes' })),
    redirects: notes.redirects,
  });
  const added = unknownTo({ ...pages('/'), redirects: [] });
  expect(added(pages('/', '/notes'))).toEqual(pages('/notes'));
  expect(added(pages('/', '/notes'))).toEqual({ routes: [], redirects: [] });
});
