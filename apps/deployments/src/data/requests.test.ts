/** Each query and mutation of this slice: the request it sends, and what it makes of the reply. */
import { afterEach, expect, test, vi } from 'vitest';
import { fetching, record } from '../testing/record';
import { agentQueries } from './agents';
import { callQueries } from './calls';
import {
  advanceDeployments,
  deleteDeployment,
  deploymentQueries,
  endpointOf,
  insertDeployment,
  restoreDeployment,
  setStatus,
} from './deployments';
import { eventQueries } from './events';
import { keyQueries, revealKey, revokeKeys, rotateKey } from './keys';
import { snippetsOf } from './snippets';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the list has the agent of each, newest first', { tags: ['DEP-05', 'DEP-06'] }, async () => {
  const sent = await record({}, () => fetching(deploymentQueries.list()));
  expect(sent).toMatchObject({
    ...{ method: 'GET', path: 'deployments' },
    query: { select: '*,agent:agents(id,name)', order: 'created_at.desc' },
  });
});

test('only active agents are offered', { tags: ['DEP-23', 'DEP-24'] }, async () => {
  const sent = await record({}, () => fetching(agentQueries.offered()));
  expect(sent).toMatchObject({ path: 'agents', query: { select: 'id,name', status: 'eq.active' } });
});

test('the picture of an agent has what the marketplace shows', async () => {
  const json = { category: 'sales', color: 'teal', icon: null };
  const sent = await record({ 'GET agents': { json } }, () => fetching(agentQueries.look('a1')));
  expect(sent.query).toMatchObject({ select: 'category,color,icon', id: 'eq.a1' });
  expect(sent.result).toEqual(json);
});

test('agents on the site of their creator are a set of ids', async () => {
  const sent = await record({ 'GET agents': { json: [{ id: 'a1' }, { id: 'a2' }] } }, () =>
    fetching(agentQueries.external()),
  );
  expect(sent.query).toEqual({ select: 'id', external_only: 'eq.true' });
  expect(sent.result).toEqual(new Set(['a1', 'a2']));
});

test('an insert returns the row with its agent', { tags: ['DEP-25', 'DEP-26'] }, async () => {
  const row = {
    ...{ name: 'bot', agent_id: 'a1', user_id: 'u1', api_key: 'ak_x', endpoint_url: 'https://x/' },
    status: 'pending',
  };
  const sent = await record({ 'POST deployments': { status: 201, json: { ...row, id: 'd1' } } }, () =>
    insertDeployment(row),
  );
  expect(sent.body).toEqual(row);
  expect(sent.query.select).toBe('*,agent:agents(id,name)');
  expect(sent.result).toMatchObject({ id: 'd1' });
});

test.each([
  ['active', '2026-11-21T12:00:00.000Z'],
  ['stopped', null],
  ['deploying', null],
] as const)(
  'setting %s sends last_deployed_at %s',
  { tags: ['DEP-44', 'DEP-45', 'DEP-48'] },
  async (status, last_deployed_at) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
    const sent = await record({ 'PATCH deployments': { status: 204 } }, () =>
      setStatus({ id: 'd1', status }),
    );
    expect(sent).toMatchObject({ method: 'PATCH', query: { id: 'eq.d1' } });
    expect(sent.body).toEqual({ status, last_deployed_at });
  },
);

test('a deletion names the row', { tags: ['DEP-54'] }, async () => {
  const sent = await record({ 'DELETE deployments': { status: 204 } }, () => deleteDeployment('d1'));
  expect(sent).toMatchObject({ method: 'DELETE', path: 'deployments', query: { id: 'eq.d1' } });
});

test.each([
  ['restore_deployment', () => restoreDeployment('d1'), { id: 'd1' }],
  ['advance_deployments', () => advanceDeployments(), {}],
  ['reveal_deployment_key', () => revealKey('d1'), { id: 'd1' }],
  ['revoke_deployment_key', () => revokeKeys('d1'), { id: 'd1' }],
  ['list_deployment_keys', () => fetching(keyQueries.of('d1')), { id: 'd1' }],
  ['deployment_figures', () => fetching(callQueries.figures('d1', '7 days')), { id: 'd1', span: '7 days' }],
] as const)('calls the function %s', async (name, act, args) => {
  const sent = await record({}, act);
  expect(sent).toMatchObject({ method: 'POST', path: `rpc/${name}`, body: args });
});

test('a rotation sends a new key and returns it', { tags: ['DEP-27'] }, async () => {
  const sent = await record({}, () => rotateKey({ id: 'd1', overlap: '7 days' }));
  expect(sent.result).toMatch(/^ak_[A-Za-z0-9]{32,}$/);
  expect(sent.body).toEqual({ id: 'd1', key: sent.result, overlap: '7 days' });
});

test('the latest 20 calls and events of a deployment, newest first', async () => {
  const calls = await record({}, () => fetching(callQueries.recent('d1')));
  expect(calls).toMatchObject({
    path: 'deployment_calls',
    query: { deployment_id: 'eq.d1', order: 'started_at.desc', limit: '20' },
  });
  const events = await record({}, () => fetching(eventQueries.of('d1')));
  expect(events).toMatchObject({
    path: 'deployment_events',
    query: { deployment_id: 'eq.d1', order: 'created_at.desc,id.desc', limit: '20' },
  });
});

test('the last activation of each deployment wins', async () => {
  const activation = (deployment_id: string, created_at: string) => ({ deployment_id, created_at });
  const sent = await record(
    {
      'GET deployment_events': {
        json: [activation('d1', '3'), activation('d2', '2'), activation('d1', '1')],
      },
    },
    () => fetching(eventQueries.lastDeployed()),
  );
  expect(sent.query).toMatchObject({ to_status: 'eq.active', order: 'created_at.desc', limit: '1000' });
  expect(sent.result).toEqual({ d1: '3', d2: '2' });
});

test.each([
  [[{ id: 'c1' }], true],
  [[], false],
])('calls in the last 24 hours: %j', { tags: ['T-31'] }, async (json, expected) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  const sent = await record({ 'GET deployment_calls': { json } }, () => fetching(callQueries.lastDay('d1')));
  expect(sent.result).toBe(expected);
  expect(sent.query).toMatchObject({ deployment_id: 'eq.d1', started_at: 'gte.2026-11-20T12:00:00.000Z' });
});

test('an endpoint is the slug of the name on this origin', { tags: ['DEP-28', 'T-27'] }, () => {
  expect(endpointOf('My Chatbot v1!')).toBe(`${window.location.origin}/v1/agents/my-chatbot-v1-`);
});

test('each code example names the endpoint and reads the key from the environment', () => {
  const snippets = snippetsOf('https://x.test/v1/agents/bot');
  expect(snippets.map(({ id }) => id)).toEqual(['curl', 'javascript', 'python']);
  for (const { code } of snippets) {
    expect(code).toContain('https://x.test/v1/agents/bot');
    expect(code).toContain('SLIPWAY_API_KEY');
    expect(code).toMatch(/Bearer /);
    expect(code).not.toContain('ak_');
  }
});
