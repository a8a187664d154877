/** Prices and versions: the requests, what is made of the replies, and what is read again after a change. */
import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Replies, startBackend } from '@slipway/testing';
import { fetching, record } from '../testing/record';
import { agentQueries } from './agents';
import { deploymentQueries } from './deployments';
import { type PendingTerms, termsQueries, useAcceptTerms, usePinVersion } from './terms';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pending: PendingTerms = {
  ...{ deployment_id: 'd1', offer_id: 7, old_price_per_message: 0.01, old_price_per_month: 0 },
  ...{ new_price_per_message: 0.05, new_price_per_month: 0, announced_at: '2026-11-01T00:00:00Z' },
  ...{ effective_at: '2126-12-01T12:00:00Z', accepted_from: null, stops_at: '2126-12-31T12:00:00Z' },
};

describe('a quote', () => {
  const read = (json: unknown) =>
    record({ 'POST quote_deployment': { json } }, () => fetching(termsQueries.quote('a1')));

  test('is that of one agent', async () => {
    const quote = { quote_id: 'q1', price_per_message: 0, quota: null };
    const sent = await read([quote]);
    expect(sent).toMatchObject({ method: 'POST', path: 'rpc/quote_deployment', body: { agent: 'a1' } });
    expect(sent.result).toEqual(quote);
  });

  test('is null when the server gives none', async () => {
    expect((await read([])).result).toBeNull();
  });

  test('is asked for each time, and again before its 15 minutes end', () => {
    const { staleTime, gcTime, refetchInterval } = termsQueries.quote('a1');
    expect({ staleTime, gcTime, refetchInterval }).toEqual({
      ...{ staleTime: 0, gcTime: 0, refetchInterval: 600_000 },
    });
  });
});

test('prices that wait for an answer are found by their deployment', async () => {
  const later = { ...pending, deployment_id: 'd2', accepted_from: '2126-12-01T12:00:00Z' };
  const sent = await record({ 'POST pending_terms': { json: [pending, later] } }, () =>
    fetching(termsQueries.pending()),
  );
  expect(sent).toMatchObject({ method: 'POST', path: 'rpc/pending_terms', body: {} });
  expect(sent.result).toEqual(
    new Map([
      ['d1', pending],
      ['d2', later],
    ]),
  );
});

test('without such prices the map is empty', async () => {
  const sent = await record({ 'POST pending_terms': { json: [] } }, () => fetching(termsQueries.pending()));
  expect(sent.result).toEqual(new Map());
});

test.each([
  ['list_deployment_terms', () => fetching(termsQueries.of('d1')), { deployment: 'd1' }],
  ['list_agent_versions', () => fetching(termsQueries.versions('a1')), { agent: 'a1' }],
] as const)('%s keeps the order of the server', async (name, read, body) => {
  const json = [{ version: 3 }, { version: 1 }, { version: 2 }];
  const sent = await record({ [`POST ${name}`]: { json } }, read);
  expect(sent).toMatchObject({ method: 'POST', path: `rpc/${name}` });
  expect(sent.body).toEqual(body);
  expect(sent.result).toEqual(json);
});

test('each deployment and each agent has its own data', () => {
  const { quote, pending: waiting, of, versions } = termsQueries;
  const ofEach = ['1', '2'].flatMap((id) => [quote(id), of(id), versions(id)]);
  const keys = [waiting(), ...ofEach].map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(keys).size).toBe(7);
});

test('a query that is no longer needed ends its request', async () => {
  const { quote, pending: waiting, of, versions } = termsQueries;
  for (const { queryFn } of [quote('a1'), waiting(), of('d1'), versions('a1')]) {
    startBackend({
      ...{ quote_deployment: 'never', pending_terms: 'never' },
      ...{ list_deployment_terms: 'never', list_agent_versions: 'never' },
    });
    const controller = new AbortController();
    const reading = (queryFn as (context: { signal: AbortSignal }) => Promise<unknown>)(controller);
    setTimeout(() => {
      controller.abort();
    });
    await expect(reading).rejects.toThrow('AbortError');
  }
});

/** A mutation over a client whose queries have data, and which of these are stale after it. */
function change<Variables>(
  useChange: () => { mutateAsync: (variables: Variables) => Promise<unknown> },
  replies: Replies,
) {
  const backend = startBackend(replies);
  const client = new QueryClient();
  const queries = {
    list: deploymentQueries.list().queryKey,
    pending: termsQueries.pending().queryKey,
    ofOne: termsQueries.of('d1').queryKey,
    ofAnother: termsQueries.of('d2').queryKey,
    versions: termsQueries.versions('a1').queryKey,
    agents: agentQueries.offered().queryKey,
    quote: termsQueries.quote('a1').queryKey,
  };
  for (const queryKey of Object.values(queries)) client.setQueryData<unknown>(queryKey, []);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useChange, { wrapper });
  return {
    backend,
    run: (variables: Variables) => act(() => result.current.mutateAsync(variables)),
    stale: () =>
      Object.entries(queries)
        .filter(([, queryKey]) => client.getQueryState(queryKey)?.isInvalidated)
        .map(([name]) => name),
  };
}

/** The prices and versions of agents do not change with a deployment. */
const ofDeployments = ['list', 'pending', 'ofOne', 'ofAnother'];

describe('an acceptance', () => {
  test('names the offer that was shown, returns its start, and makes deployments stale', async () => {
    const { backend, run, stale } = change(useAcceptTerms, {
      'POST accept_terms': { json: '2126-12-01T12:00:00Z' },
    });
    expect(stale()).toEqual([]);
    expect(await run(pending)).toBe('2126-12-01T12:00:00Z');
    expect(backend.requests).toHaveLength(1);
    expect(backend.sent('POST', 'accept_terms')[0]?.body).toEqual({ deployment: 'd1', offer: 7 });
    expect(stale()).toEqual(ofDeployments);
  });

  test('of a price that changed again is a conflict, and the new price is read', async () => {
    const message = 'The price changed again. Reload to see the current terms';
    const { run, stale } = change(useAcceptTerms, {
      'POST accept_terms': { status: 409, json: { code: 'PT409', message } },
    });
    await expect(run(pending)).rejects.toMatchObject({ code: 'conflict', message });
    expect(stale()).toEqual(ofDeployments);
  });
});

describe('a version', () => {
  test.each([
    [3, { deployment: 'd1', version: 3 }],
    [0, { deployment: 'd1', version: 0 }],
    [null, { deployment: 'd1' }],
  ])('%s is sent as %j, and makes deployments stale', async (version, body) => {
    const { backend, run, stale } = change(() => usePinVersion('d1'), {
      'POST pin_deployment': { status: 204 },
    });
    expect(await run(version)).toBeUndefined();
    expect(backend.requests).toHaveLength(1);
    expect(backend.sent('POST', 'pin_deployment')[0]?.body).toEqual(body);
    expect(stale()).toEqual(ofDeployments);
  });

  test('that the agent does not have is not found, and the pinned one is read again', async () => {
    const { run, stale } = change(() => usePinVersion('d1'), {
      'POST pin_deployment': { status: 404, json: { code: 'PT404', message: 'The agent has no version 9' } },
    });
    await expect(run(9)).rejects.toMatchObject({ code: 'not_found', message: 'The agent has no version 9' });
    expect(stale()).toEqual(ofDeployments);
  });
});
