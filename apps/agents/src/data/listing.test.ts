/** The listing of an agent: what its form reads and saves. */
import { QueryClient } from '@tanstack/react-query';
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { listingOf, publishedAgent } from '../testing/agents';
import { listingQueries, publishAgent } from './listing';

afterEach(() => {
  vi.unstubAllGlobals();
});

const details = {
  ...{ description: 'Helps', category: 'sales', tags: ['a'], pricing_model: 'free' },
  ...{ price_per_message: null, price_per_month: null },
};

test('reads the listing of one agent into its form', async () => {
  const client = createTestClient();
  const backend = startBackend({ agent_listing: listingOf(publishedAgent) });
  expect(await client.fetchQuery(listingQueries.listing(publishedAgent))).toEqual({
    draft: { description: 'Helps', category: 'sales', tags: '', pricing: 'free', price: '' },
    etag: 'e1',
  });
  expect(backend.requests[0]?.body).toEqual({ agent: 'a2' });
  backend.replies = {};
  await expect(
    client.fetchQuery(listingQueries.listing({ ...publishedAgent, id: 'a3' })),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('a draft that was published before keeps its category and price, which the function does not tell', async () => {
  const client = new QueryClient();
  const agent = { ...publishedAgent, status: 'draft', calls_end_at: '2026-12-28T00:00:00Z' };
  startBackend({ agent_listing: listingOf(agent, { calls_end_at: undefined }) });
  expect((await client.fetchQuery(listingQueries.listing(agent))).draft).toMatchObject({
    ...{ category: 'sales', pricing: 'free' },
  });
});

test('publishes an agent, unless its listing was changed since', async () => {
  const backend = startBackend({ agent_listing: listingOf(publishedAgent, { etag: 'e2' }) });
  const monthly = { ...details, pricing_model: 'per_month', price_per_month: 9 };
  const perMessage = { ...details, pricing_model: 'per_message', price_per_message: 0.05 };
  for (const each of [details, monthly, perMessage])
    expect(await publishAgent({ agent: publishedAgent, details: each, etag: 'e1' })).toBeUndefined();
  const sent = { agent: 'a2', etag: 'e1', description: 'Helps', category: 'sales', tags: ['a'] };
  expect(backend.sent('POST', 'publish_agent').map(({ body }) => body)).toEqual([
    { ...sent, pricing_model: 'free' },
    { ...sent, pricing_model: 'per_month', price_per_month: 9 },
    { ...sent, pricing_model: 'per_message', price_per_message: 0.05 },
  ]);
  backend.replies['publish_agent'] = { status: 409, json: { message: 'x', code: 'PT409' } };
  expect((await publishAgent({ agent: publishedAgent, details, etag: 'e1' }))?.etag).toBe('e2');
});
