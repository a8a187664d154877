import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { draftAgent } from '../testing/agents';
import { agentQueries, changeAgent, deleteAgent, restoreAgent } from './agents';
import type { Draft } from './draft';
import { createAgent } from './sendForm';

afterEach(() => {
  vi.unstubAllGlobals();
});

const draft: Draft = {
  ...{ name: ' A ', description: ' B ', prompt: ' C ', temperature: 0.3, maxTokens: '20' },
  ...{ noticeDays: '7', allowsSystemMessages: true, changelog: '', tools: undefined },
};
const sentDraft = {
  ...{ name: 'A', description: 'B', prompt: ' C ', temperature: 0.3, max_tokens: 20 },
  ...{ notice_days: 7, allows_system_messages: true },
};

test('reads the creator’s agents, newest first', async () => {
  const backend = startBackend({ 'GET agents': { json: [draftAgent] } });
  expect(await createTestClient().fetchQuery(agentQueries.list('c1'))).toEqual([draftAgent]);
  const query = backend.requests[0]?.url.searchParams;
  expect(query?.get('creator_id')).toBe('eq.c1');
  expect(query?.get('order')).toBe('created_at.desc,id.desc');
  expect(query?.get('select')?.split(',')).toHaveLength(18);
  expect(Object.keys(draftAgent).sort()).toEqual(query?.get('select')?.split(',').sort());
});

test('caches the agents of each creator separately, under one prefix', () => {
  const [one, other] = ['c1', 'c2'].map((creator) => agentQueries.list(creator).queryKey);
  expect(one).not.toEqual(other);
  for (const key of [one, agentQueries.interactions().queryKey]) {
    expect(key?.slice(0, 1)).toEqual(agentQueries.all());
  }
});

test('reads interactions by agent', async () => {
  startBackend({
    agent_interactions: {
      json: [
        { agent_id: 'a1', interactions: 5 },
        { agent_id: 'a2', interactions: 0 },
      ],
    },
  });
  expect(await createTestClient().fetchQuery(agentQueries.interactions())).toEqual({ a1: 5, a2: 0 });
});

test('creates an agent with trimmed text', { tags: ['AGT-12'] }, async () => {
  const backend = startBackend();
  await createAgent(draft);
  expect(backend.sent('POST', 'create_agent')[0]?.body).toEqual(sentDraft);
});

test('changes, deletes and restores one agent', async () => {
  const backend = startBackend();
  await changeAgent({ id: 'a1', to: { is_public: false, status: 'active' } });
  await deleteAgent('a1');
  await restoreAgent('a1');
  const [changed, deleted, restored] = backend.requests;
  expect([changed?.method, changed?.body]).toEqual(['PATCH', { is_public: false, status: 'active' }]);
  expect(changed?.url.searchParams.get('id')).toBe('eq.a1');
  // A change of no row is an error then: the agent was deleted in another tab.
  expect(changed?.url.searchParams.get('select')).toBe('id');
  expect([deleted?.method, deleted?.url.searchParams.get('id')]).toEqual(['DELETE', 'eq.a1']);
  expect(restored?.body).toEqual({ agent: 'a1' });
});
