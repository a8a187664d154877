/** The newest agents of the landing page, each with its own ratings. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { versionQueries } from './agents';
import { featuredQueries } from './featured';
import { distributionRatings, listingRatings } from './rating';

afterEach(() => {
  vi.unstubAllGlobals();
});

const queryOf = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

test('are public and active, six at most, newest first, with the mean of the ratings of each', async () => {
  const backend = startBackend({
    agents: { json: [{ id: 'a1' }, { id: 'a2' }] },
    agent_reviews: {
      json: [
        { agent_id: 'a1', rating: 5 },
        { agent_id: 'other', rating: 1 },
        { agent_id: 'a1', rating: 4 },
      ],
    },
  });
  expect(await createTestClient().fetchQuery(featuredQueries.list())).toEqual([
    { id: 'a1', averageRating: 4.5, reviewCount: 2 },
    { id: 'a2', averageRating: 0, reviewCount: 0 },
  ]);
  expect(queryOf(backend.sent('GET', 'agents')[0]?.url)).toMatchObject({
    ...{ is_public: 'eq.true', status: 'eq.active', order: 'created_at.desc,id.desc', limit: '6' },
  });
  expect(queryOf(backend.sent('GET', 'agent_reviews')[0]?.url)['agent_id']).toBe('in.(a1,a2)');
});

test('without an agent, no reviews are requested', async () => {
  const backend = startBackend({ agents: { json: [] } });
  expect(await createTestClient().fetchQuery(featuredQueries.list())).toEqual([]);
  expect(backend.sent('GET', 'agent_reviews')).toEqual([]);
});

test('the notes are those of the newest five versions that have one', async () => {
  const json = [7, 6, 5, 4, 3, 2, 1].map((version) => ({ version, changelog: version === 6 ? '' : 'note' }));
  const backend = startBackend({ list_agent_versions: { json } });
  const id = 'a0000000-0000-4000-8000-000000000001';
  const notes = await createTestClient().fetchQuery(versionQueries.notes(id));
  expect(notes.map(({ version }) => version)).toEqual([7, 5, 4, 3, 2]);
  expect(backend.requests[0]?.body).toEqual({ agent: id });
});

test('a text that is no id of an agent needs no request for its notes', async () => {
  const backend = startBackend({});
  expect(await createTestClient().fetchQuery(versionQueries.notes('nonsense'))).toEqual([]);
  expect(backend.requests).toEqual([]);
});

test.each([
  [[], { average: 0, count: 0 }],
  [
    [
      [5, 3],
      [2, 1],
    ],
    { average: 4.25, count: 4 },
  ],
] as const)('the ratings %j are %j', (rows, ratings) => {
  expect(distributionRatings(new Map(rows))).toEqual(ratings);
});

test('the ratings of a listing are the mean of its sum', () => {
  expect(listingRatings({ rating_sum: 9, review_count: 2 })).toEqual({ average: 4.5, count: 2 });
  expect(listingRatings({ rating_sum: 0, review_count: 0 })).toEqual({ average: 0, count: 0 });
});
