import { expect, it } from 'vitest';
import { supabase, unwrap } from '@slipway/data';
import { recordRequests } from './recordRequests';

const rows = (signal?: AbortSignal) =>
  unwrap(
    supabase()
      .from('agent_listings')
      .select('name')
      .abortSignal(signal ?? new AbortController().signal),
  );

it('records what a query sends, without the key', async () => {
  const requests = await recordRequests((cache) => [
    cache.fetchQuery({ queryKey: ['rows'], queryFn: ({ signal }) => rows(signal) }),
    unwrap(supabase().rpc('search_listings', { q: 'mail' }).select('name')),
  ]);
  expect(requests).toEqual([
    {
      path: 'rest/v1/agent_listings?select=name',
      method: 'GET',
      headers: expect.objectContaining({ 'accept-profile': 'public' }) as unknown,
    },
    {
      path: 'rest/v1/rpc/search_listings?select=name',
      method: 'POST',
      headers: expect.objectContaining({ 'content-type': 'application/json' }) as unknown,
      body: '{"q":"mail"}',
    },
  ]);
  expect(JSON.stringify(requests)).not.toMatch(/apikey|authorization/i);
});

it('names the user with a token in the path and in the body', async () => {
  const requests = await recordRequests((_cache, user) => [
    unwrap(supabase().from('agents').select('id').eq('creator_id', user)),
    unwrap(supabase().rpc('search_listings', { q: user })),
  ]);
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['rest/v1/agents?select=id&creator_id=eq.{user-id}', undefined],
    ['rest/v1/rpc/search_listings', '{"q":"{user-id}"}'],
  ]);
});

it('has a token for ids in a request that needs those of the rows before', async () => {
  const requests = await recordRequests((cache, _user, ids) => [
    cache
      .prefetchQuery({ queryKey: ['rows'], queryFn: () => rows() })
      .then(() => unwrap(supabase().from('agent_reviews').select('rating').in('agent_id', [ids]))),
  ]);
  expect(requests.map(({ path }) => path)).toEqual([
    'rest/v1/agent_listings?select=name',
    'rest/v1/agent_reviews?select=rating&agent_id=in.%28{ids}%29',
  ]);
});

it('records the same request once, and sends nothing', async () => {
  const { fetch } = globalThis;
  expect(await recordRequests(() => [rows(), rows()])).toHaveLength(1);
  expect(globalThis.fetch).toBe(fetch);
});

it.each([
  ['nothing', () => [], 'The page sent no request'],
  [
    'a request to another server',
    () => [fetch('https://elsewhere.example/rows')],
    'A document cannot send GET https://elsewhere.example/rows',
  ],
  [
    'a change',
    () => [unwrap(supabase().from('agents').delete().eq('id', '1').select())],
    'A document cannot send DELETE https://backend.invalid/rest/v1/agents?id=eq.1&select=*',
  ],
])('rejects a page that sends %s', async (_what, send, message) => {
  await expect(recordRequests(send)).rejects.toThrow(message);
});
