/** Agents that the user keeps: marks, and the listings of marked and installed agents. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstSample } from '../testing/replies';
import { changeFavorite, favoriteQueries } from './favorites';
import { keptQueries } from './kept';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const listing = (name: string) => ({ ...firstSample(), name });

test.each([
  ['favorites', ['f1']],
  ['installed', ['i1', 'i2']],
] as const)('%s are the listings of the user’s agents, by name', async (kind, ids) => {
  const backend = startBackend({
    agent_favorites: { json: [{ agent_id: 'f1' }] },
    agent_installs: { json: [{ agent_id: 'i1' }, { agent_id: 'i2' }] },
    agent_listings: { json: [listing('b'), listing('a'), listing('C')] },
  });
  const listings = await createTestClient().fetchQuery(keptQueries.listings(kind, 'u1'));
  expect(listings.map(({ name }) => name)).toEqual(['a', 'b', 'C']);
  expect(backend.sent('GET', 'agent_listings').map(({ url }) => url.searchParams.get('agent_id'))).toEqual([
    `in.(${ids.join(',')})`,
  ]);
  const table = kind === 'favorites' ? 'agent_favorites' : 'agent_installs';
  expect(backend.sent('GET', table)[0]?.url.searchParams.get('user_id')).toBe('eq.u1');
});

test.each([
  [0, []],
  [100, [100]],
  [201, [100, 100, 1]],
])('%i marked agents are read once each, in requests of %j', async (count, sizes) => {
  const ids = Array.from({ length: count }, (_, at) => `f${String(at)}`);
  const backend = startBackend({
    agent_favorites: { json: ids.map((agent_id) => ({ agent_id })) },
    agent_listings: { json: [listing('a')] },
  });
  const listings = await createTestClient().fetchQuery(keptQueries.listings('favorites', 'u1'));
  const pages = backend
    .sent('GET', 'agent_listings')
    .map(({ url }) => url.searchParams.get('agent_id')?.slice(4, -1).split(',') ?? []);
  expect(pages.map(({ length }) => length)).toEqual(sizes);
  expect(pages.flat()).toEqual(ids);
  expect(listings).toHaveLength(sizes.length);
});

test('marks an agent once, and removes only the user’s own mark of it', async () => {
  const backend = startBackend({ agent_favorites: { status: 204 } });
  await changeFavorite({ agentId: 'a1', userId: 'u1', isFavorite: true });
  await changeFavorite({ agentId: 'a1', userId: 'u1', isFavorite: false });
  expect(
    backend.requests.map(({ method, url, body }) => [method, Object.fromEntries(url.searchParams), body]),
  ).toEqual([
    ['POST', { on_conflict: 'user_id,agent_id' }, { agent_id: 'a1' }],
    ['DELETE', { agent_id: 'eq.a1', user_id: 'eq.u1' }, {}],
  ]);
});

test('no two users and no two kinds share what is cached', () => {
  const keys = ['u1', 'u2'].flatMap((user) => [
    favoriteQueries.mine(user).queryKey,
    keptQueries.listings('favorites', user).queryKey,
    keptQueries.listings('installed', user).queryKey,
  ]);
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(6);
});
