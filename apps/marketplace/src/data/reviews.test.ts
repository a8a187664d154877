import type { InfiniteData } from '@tanstack/react-query';
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { applyVote, deleteReview, type Review, reviewQueries, saveReview, vote } from './reviews';

afterEach(() => {
  vi.unstubAllGlobals();
});

const review = (id: string, helpful_count = 0): Review => ({
  ...{ id, rating: 4, body: null, created_at: '2026-01-02T00:00:00+00:00', helpful_count },
});
const page = (length: number) => Array.from({ length }, (_, index) => review(`r${String(index)}`, 2));

async function list(order: 'newest' | 'useful', pages: number) {
  const backend = startBackend({ agent_reviews: { json: page(10) } });
  await createTestClient().fetchInfiniteQuery({ ...reviewQueries.list('a1', order), pages });
  return backend.sent('GET', 'agent_reviews').map(({ url }) => url.searchParams);
}

test('reads ten reviews per page, newest first, each page after the previous one', async () => {
  const [first, second] = await list('newest', 2);
  expect(first?.get('agent_id')).toBe('eq.a1');
  expect(first?.get('limit')).toBe('10');
  expect(first?.get('order')).toBe('created_at.desc,id.desc');
  expect(first?.get('or')).toBeNull();
  expect(second?.get('or')).toBe(
    '(created_at.lt."2026-01-02T00:00:00+00:00",and(created_at.eq."2026-01-02T00:00:00+00:00",id.lt.r9))',
  );
});

test('sorts by helpful votes first when asked', async () => {
  const [first, second] = await list('useful', 2);
  expect(first?.get('order')).toBe('helpful_count.desc,created_at.desc,id.desc');
  expect(second?.get('or')).toMatch(/^\(helpful_count\.lt\.2,and\(helpful_count\.eq\.2,or\(created_at\.lt/);
});

test('a short page is the last one', () => {
  const { getNextPageParam } = reviewQueries.list('a1', 'newest');
  expect(getNextPageParam(page(9), [], undefined, [])).toBeUndefined();
  expect(getNextPageParam(page(10), [], undefined, [])?.id).toBe('r9');
});

test('reads the distribution, the user’s review and their votes', async () => {
  const backend = startBackend({
    rating_distribution: { json: [{ rating: 5, reviews: 3 }] },
    'GET agent_reviews': { json: [review('mine')] },
    agent_review_votes: { json: [{ review_id: 'r1' }] },
  });
  const client = createTestClient();
  expect(await client.fetchQuery(reviewQueries.distribution('a1'))).toEqual(new Map([[5, 3]]));
  expect(await client.fetchQuery(reviewQueries.own('a1', 'u1'))).toEqual(review('mine'));
  expect(await client.fetchQuery(reviewQueries.votes('a1', 'u1'))).toEqual(new Set(['r1']));
  const [distribution] = backend.sent('GET', 'rating_distribution');
  expect(distribution?.url.searchParams.get('agent')).toBe('a1');
  const [own] = backend.sent('GET', 'agent_reviews');
  expect(own?.url.searchParams.get('user_id')).toBe('eq.u1');
  expect(own?.url.searchParams.get('agent_id')).toBe('eq.a1');
  const [votes] = backend.sent('GET', 'agent_review_votes');
  expect(votes?.url.searchParams.get('agent_reviews.agent_id')).toBe('eq.a1');
});

test('the user has no review: null', async () => {
  startBackend({ 'GET agent_reviews': { json: [] } });
  expect(await createTestClient().fetchQuery(reviewQueries.own('a1', 'u1'))).toBeNull();
});

test('creates, updates and deletes a review', async () => {
  const backend = startBackend();
  await saveReview({ id: undefined, agentId: 'a1', rating: 4, body: 'Good' });
  await saveReview({ id: 'r1', agentId: 'a1', rating: 5, body: null });
  await deleteReview('r1');
  const [created, updated, deleted] = backend.requests;
  expect([created?.method, created?.body]).toEqual(['POST', { agent_id: 'a1', rating: 4, body: 'Good' }]);
  expect([updated?.method, updated?.body]).toEqual(['PATCH', { rating: 5, body: null }]);
  expect(updated?.url.searchParams.get('id')).toBe('eq.r1');
  expect(deleted?.method).toBe('DELETE');
  expect(deleted?.url.searchParams.get('id')).toBe('eq.r1');
});

test('adds and removes a vote', async () => {
  const backend = startBackend();
  await vote({ id: 'r1', isHelpful: true });
  await vote({ id: 'r1', isHelpful: false });
  const [added, removed] = backend.requests;
  expect([added?.method, added?.body]).toEqual(['POST', { review_id: 'r1' }]);
  expect(removed?.method).toBe('DELETE');
  expect(removed?.url.searchParams.get('review_id')).toBe('eq.r1');
});

test('counts a vote in the cached lists and votes of its agent', () => {
  const client = createTestClient();
  const listKey = reviewQueries.list('a1', 'newest').queryKey;
  const votesKey = reviewQueries.votes('a1', 'u1').queryKey;
  client.setQueryData<InfiniteData<Review[], Review | undefined>>(listKey, {
    pages: [[review('r1', 1), review('r2', 1)]],
    pageParams: [undefined],
  });
  client.setQueryData<ReadonlySet<string>>(votesKey, new Set(['r2']));
  const counts = () =>
    client.getQueryData(listKey)?.pages.flatMap((reviews) => reviews.map((each) => each.helpful_count));

  applyVote(client, 'a1', { id: 'r1', isHelpful: true });
  expect(counts()).toEqual([2, 1]);
  expect(client.getQueryData(votesKey)).toEqual(new Set(['r1', 'r2']));
  applyVote(client, 'a1', { id: 'r2', isHelpful: false });
  expect(counts()).toEqual([2, 0]);
  expect(client.getQueryData(votesKey)).toEqual(new Set(['r1']));
  applyVote(client, 'a2', { id: 'r1', isHelpful: true });
  expect(counts()).toEqual([2, 0]);
});
