import { QueryClient } from '@tanstack/react-query';
import { signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { startData } from './firstData';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The keys of the queries that start before the page is rendered. */
const started = () => {
  const queryClient = new QueryClient();
  void startData({ queryClient, params: {}, search: new URLSearchParams() });
  return queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);
};

test('the creator’s agents and their interactions are read ahead, and nothing for a visitor', async () => {
  startBackend();
  await signInAs();
  expect(started()).toEqual([
    ['own-agents', 'list', testUser.id],
    ['own-agents', 'interactions'],
  ]);
  await signOutAll();
  expect(started()).toEqual([]);
});
