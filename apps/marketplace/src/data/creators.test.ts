/** The page of a creator: its requests, and its parts that may be missing. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { firstSample } from '../testing/replies';
import { creatorQueries } from './creators';

afterEach(() => {
  vi.unstubAllGlobals();
});

const id = 'c0000000-0000-4000-8000-000000000001';
const read = (creator = id) => createTestClient().fetchQuery(creatorQueries.page(creator));
const details = { about: 'I build agents.', links: ['https://a.example'], color: 'teal', picture: 'hash' };
const replies = {
  profiles: { json: { full_name: 'Mia' } },
  profile_details: { json: details },
  agent_listings: { json: [firstSample()] },
  creator_figures: { json: { agents: 2, installs: 7, review_count: 4, rating_sum: 18 } },
};

test('has the creator’s text, agents and figures', async () => {
  const backend = startBackend(replies);
  expect(await read()).toEqual({
    ...{ name: 'Mia', ...details, listings: [firstSample()] },
    figures: { agents: 2, installs: 7, reviews: 4, average: 4.5 },
  });
  const sent = (name: string) => backend.sent('GET', name)[0]?.url.searchParams;
  expect(sent('profiles')?.get('id')).toBe(`eq.${id}`);
  expect(sent('profile_details')?.get('user_id')).toBe(`eq.${id}`);
  expect(sent('creator_figures')?.get('creator')).toBe(id);
  expect(Object.fromEntries(sent('agent_listings') ?? [])).toMatchObject({
    ...{ creator_id: `eq.${id}`, order: 'installs.desc,agent_id.desc', limit: '48' },
  });
});

test.each([null, { full_name: null }])(
  'of a creator without details, with the name %j, is empty',
  async (row) => {
    startBackend({ ...replies, profiles: { json: row }, profile_details: { json: null } });
    expect(await read()).toMatchObject({ name: null, about: '', links: [], color: null, picture: null });
  },
);

test('is null for a user without a public agent', async () => {
  startBackend({ ...replies, agent_listings: { json: [] } });
  expect(await read()).toBeNull();
});

test.each(['', 'nonsense', `${id}0`, `x${id}`])(
  'sends no request for the malformed id %j',
  async (creator) => {
    const backend = startBackend(replies);
    expect(await read(creator)).toBeNull();
    expect(backend.requests).toEqual([]);
  },
);

test('is cached by creator, under the name that a changed profile reads again', () => {
  expect(creatorQueries.page('c1').queryKey).toEqual(['creators', 'c1']);
});
