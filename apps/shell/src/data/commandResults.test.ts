/** Agents and deployments that the command menu finds. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { commandQueries } from './commandResults';

afterEach(() => {
  vi.unstubAllGlobals();
});

const queryOf = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

test('the command menu searches public agents, up to five, and removes a character that no text may have', async () => {
  const found = [{ agent_id: 'a1', name: 'Bot', creator_name: null }];
  const backend = startBackend({ search_listings: { json: found } });
  expect(await createTestClient().fetchQuery(commandQueries.agents('a\0b\0'))).toEqual(found);
  const [request] = backend.sent('POST', 'search_listings');
  expect(request?.body).toEqual({ q: 'ab', category: 'all' });
  expect(queryOf(request?.url)).toEqual({ select: 'agent_id,name,creator_name', limit: '5' });
});

test('the command menu searches nothing without a text', () => {
  expect([commandQueries.agents('').enabled, commandQueries.agents('a').enabled]).toEqual([false, true]);
});

test('the command menu has the 50 deployments that changed last', async () => {
  const backend = startBackend({ deployments: { json: [] } });
  await createTestClient().fetchQuery(commandQueries.deployments());
  expect(queryOf(backend.sent('GET', 'deployments')[0]?.url)).toEqual({
    ...{ select: 'id,name,status,endpoint_url', order: 'updated_at.desc', limit: '50' },
  });
});
