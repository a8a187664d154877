/** Starting and stopping a deployment from the command menu. */
import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { changeStatus, targetOf } from './deploymentCommands';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['active', 'stopped'],
  ['stopped', 'deploying'],
  ['failed', 'deploying'],
  ['deploying', undefined],
  ['pending', undefined],
])('a deployment that is %s can become %s', (status, target) => {
  expect(targetOf(status)).toBe(target);
});

test.each([204, 409])(
  'a change of a deployment that ends with %i reads its pages and the dashboard again (23)',
  async (status) => {
    const backend = startBackend({ deployments: { status, json: { message: 'changed' } } });
    const client = new QueryClient();
    for (const key of [
      ['deployments', 'list'],
      ['commands', 'deployments'],
      ['commands', 'agents', 'a'],
      ['dashboard', 'activity'],
      ['notifications', 'u1'],
    ])
      client.setQueryData(key, []);
    const changed = changeStatus(client, 'd1', 'stopped').then(
      () => 204,
      () => 409,
    );
    expect(await changed).toBe(status);
    const [request] = backend.sent('PATCH', 'deployments');
    expect([request?.url.searchParams.get('id'), request?.body]).toEqual([
      'eq.d1',
      { status: 'stopped', last_deployed_at: null },
    ]);
    const stale = client
      .getQueryCache()
      .findAll({ stale: true, predicate: ({ state }) => state.isInvalidated });
    expect(stale.map(({ queryKey }) => queryKey)).toEqual([
      ['deployments', 'list'],
      ['commands', 'deployments'],
      ['dashboard', 'activity'],
    ]);
  },
);
