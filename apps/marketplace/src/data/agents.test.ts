import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { firstSample } from '../testing/replies';
import { agentQueries, reportAgent, sampleAgent } from './agents';

afterEach(() => {
  vi.unstubAllGlobals();
});

const id = 'a0000000-0000-4000-8000-000000000001';

test('reads a public, active agent', { tags: ['MKT-29'] }, async () => {
  const backend = startBackend({ agents: { json: [{ id, name: 'Bot' }] } });
  expect(await createTestClient().fetchQuery(agentQueries.details(id))).toEqual({ id, name: 'Bot' });
  const query = backend.sent('GET', 'agents')[0]?.url.searchParams;
  expect([query?.get('id'), query?.get('is_public'), query?.get('status')]).toEqual([
    `eq.${id}`,
    'eq.true',
    'eq.active',
  ]);
});

test('an unknown id gives null', async () => {
  startBackend({ agents: { json: [] } });
  expect(await createTestClient().fetchQuery(agentQueries.details(id))).toBeNull();
});

test.each(['nonsense', `${id}0`, `x${id}`, ''])('sends no request for the malformed id %j', async (text) => {
  const backend = startBackend();
  expect(await createTestClient().fetchQuery(agentQueries.details(text))).toBeNull();
  expect(backend.requests).toEqual([]);
});

test('reads up to six other agents of the creator, newest first', async () => {
  const backend = startBackend({ agents: { json: [{ id: 'a2', name: 'Other' }] } });
  const others = await createTestClient().fetchQuery(agentQueries.others({ id, creator_id: 'c1' }));
  expect(others).toEqual([{ id: 'a2', name: 'Other' }]);
  const query = backend.sent('GET', 'agents')[0]?.url.searchParams;
  expect(Object.fromEntries(query ?? [])).toEqual({
    ...{ select: 'id,name', creator_id: 'eq.c1', is_public: 'eq.true', status: 'eq.active' },
    ...{ id: `neq.${id}`, order: 'created_at.desc,id.desc', limit: '6' },
  });
});

test('shows a sample’s listing as its details', () => {
  const { agent_id, creator_name, installs, name } = firstSample();
  expect(sampleAgent(firstSample())).toMatchObject({
    ...{
      id: agent_id,
      name,
      install_count: installs,
      creator_id: firstSample().creator_id,
      external_url: null,
    },
    creator: { full_name: creator_name },
  });
});

test('sends a report', async () => {
  const backend = startBackend();
  await reportAgent({ agent_id: id, reason: 'spam', details: null });
  expect(backend.sent('POST', 'agent_reports')[0]?.body).toEqual({
    ...{ agent_id: id, reason: 'spam', details: null },
  });
});

test('reports a repeated report as a conflict', async () => {
  startBackend({ 'POST agent_reports': { status: 409, json: { code: '23505', message: 'x' } } });
  await expect(reportAgent({ agent_id: id, reason: 'spam', details: null })).rejects.toMatchObject({
    code: 'conflict',
  });
});
