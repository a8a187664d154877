import { createTestClient, type Replies, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { firstSample, pagedReplies, sampleReplies } from '../testing/replies';
import { listingQueries } from './listings';
import { defaultFilter, type Filter } from './search';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Runs the search and returns the requests that the backend received. */
async function search(change: Partial<Filter>, pages = 1, replies: Replies = sampleReplies) {
  const backend = startBackend(replies);
  const client = createTestClient();
  const options = listingQueries.search({ ...defaultFilter, ...change });
  const data = await client.fetchInfiniteQuery({ ...options, pages });
  const searches = backend.sent('POST', 'search_listings');
  return { data, client, options, bodies: searches.map(({ body }) => body), backend };
}

test('sends the default filter without optional arguments', async () => {
  const { bodies } = await search({});
  expect(bodies).toEqual([{ q: '', category: 'all', sort: 'relevance', page_size: 48 }]);
});

test('sends tags and both ends of a price range', async () => {
  const { bodies } = await search({ q: 'a\0b', price: '20-40', tags: ['crm'], sort: 'price' });
  expect(bodies).toEqual([
    { q: 'ab', category: 'all', sort: 'price', page_size: 48, tags: ['crm'], min_price: 20, max_price: 40 },
  ]);
});

test.each([
  ['free', { max_price: 0 }],
  ['under-20', { max_price: 20 }],
  ['over-40', { min_price: 40.000001 }],
] as const)('sends the range %s', async (price, range) => {
  const { bodies } = await search({ price });
  expect(bodies[0]).toEqual({ q: '', category: 'all', sort: 'relevance', page_size: 48, ...range });
});

test('requests the total with the first page only, and each page after the last row', async () => {
  const { data, bodies, backend } = await search({}, 3, pagedReplies(100));
  expect(data.pages.map(({ listings }) => listings.length)).toEqual([48, 48, 4]);
  expect(data.pages.map(({ total }) => total)).toEqual([100, undefined, undefined]);
  expect(bodies.map(({ after }) => (after as { agent_id: string } | undefined)?.agent_id)).toEqual([
    undefined,
    'agent-48',
    'agent-96',
  ]);
  expect(backend.sent('GET', 'count_listings')).toHaveLength(1);
});

test('a short page is the last one', async () => {
  const { options } = await search({});
  const page = (length: number) => ({
    filter: defaultFilter,
    listings: Array.from({ length }, firstSample),
    total: undefined,
  });
  const next = (length: number) =>
    options.getNextPageParam(page(length), [page(length)], undefined, [undefined]);
  expect(next(47)).toBeUndefined();
  expect(next(48)).toEqual(firstSample());
});

test('selects filter, pages and total', async () => {
  const { data, options } = await search({ category: 'sales' });
  const results = options.select?.(data);
  expect(results?.filter.category).toBe('sales');
  expect(results?.pages.map((page) => page.map(({ name }) => name))).toEqual([['Sales Assistant']]);
  expect(results?.total).toBe(6);
  expect(options.select?.({ pages: [], pageParams: [] })).toEqual({
    ...{ filter: defaultFilter, pages: [], total: 0 },
  });
});

test('refetches a list of one page after a while, and never a longer one', async () => {
  const one = await search({}, 1, pagedReplies(100));
  const many = await search({}, 2, pagedReplies(100));
  const staleTime = ({ client, options }: Awaited<ReturnType<typeof search>>) => {
    const query = client.getQueryCache().find({ queryKey: options.queryKey });
    const { staleTime } = options;
    return typeof staleTime === 'function' && query ? staleTime(query as never) : staleTime;
  };
  expect(staleTime(one)).toBe(30_000);
  expect(staleTime(many)).toBe(Infinity);
  expect(listingQueries.total().staleTime).toBe(30_000);
});

test('a new review refreshes searches: their keys share a prefix', () => {
  expect(listingQueries.search(defaultFilter).queryKey.slice(0, 1)).toEqual(listingQueries.all());
  expect(listingQueries.total().queryKey.slice(0, 1)).toEqual(listingQueries.all());
});

test('searches the samples without a request', async () => {
  const backend = startBackend({});
  const results = await createTestClient().fetchQuery(
    listingQueries.samples({ ...defaultFilter, category: 'content' }),
  );
  expect(results.pages.map((page) => page.map(({ name }) => name))).toEqual([['Content Creator']]);
  expect(results).toMatchObject({ filter: { category: 'content' }, total: 6 });
  expect(listingQueries.samples(defaultFilter).staleTime).toBe(Infinity);
  expect(backend.requests).toEqual([]);
});
