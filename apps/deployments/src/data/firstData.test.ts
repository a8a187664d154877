import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { agentQueries } from './agents';
import { callQueries, spans } from './calls';
import { deploymentQueries } from './deployments';
import { endingQueries } from './ending';
import { eventQueries } from './events';
import { startData } from './firstData';
import { keyQueries } from './keys';
import { termsQueries } from './terms';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what the cards of the list show is read ahead, before the page is rendered', () => {
  startBackend();
  const queryClient = new QueryClient();
  void startData({ queryClient, params: {}, search: new URLSearchParams() });
  const started = queryClient.getQueryCache().getAll();
  expect(started.map(({ queryKey }) => queryKey)).toEqual([
    ...[deploymentQueries.list().queryKey, endingQueries.ends().queryKey, termsQueries.pending().queryKey],
    ...[eventQueries.lastDeployed().queryKey, agentQueries.offered().queryKey],
    agentQueries.external().queryKey,
  ]);
});

test('what is known of each deployment is cached separately, under one prefix', () => {
  const keys = [
    ...[deploymentQueries.list(), endingQueries.ends(), eventQueries.lastDeployed()],
    ...['d1', 'd2'].flatMap((id) => [
      ...[callQueries.recent(id), eventQueries.of(id), keyQueries.of(id)],
      ...spans.map((span) => callQueries.figures(id, span)),
    ]),
  ].map(({ queryKey }) => queryKey as readonly string[]);
  expect(new Set(keys.map((key) => key.join(' '))).size).toBe(keys.length);
  for (const key of keys) expect(key.slice(0, 1)).toEqual(deploymentQueries.all());
});

test('the agents on offer and those on other sites are cached separately', () => {
  expect(agentQueries.offered().queryKey).not.toEqual(agentQueries.external().queryKey);
});
