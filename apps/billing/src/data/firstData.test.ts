import { QueryClient } from '@tanstack/react-query';
import { signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { startData } from './firstData';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The keys of the queries that start before the page is rendered. */
const started = (search = '') => {
  const queryClient = new QueryClient();
  void startData({ queryClient, params: {}, search: new URLSearchParams(search) });
  return queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);
};

test('all parts of the page are read ahead for the signed-in user, and nothing for a visitor', async () => {
  startBackend();
  await signInAs();
  expect(started()).toEqual([
    ['billing', testUser.id, 'subscription'],
    ['billing', testUser.id, 'totals'],
    ['billing', testUser.id, 'charges'],
    ['spend-limits', 'account'],
    ['billing', testUser.id, 'invoices'],
    ['billing', testUser.id, 'earnings', 'summary'],
    ['billing', testUser.id, 'by-day', 30],
    ['billing', testUser.id, 'latest'],
  ]);
  expect(started('days=90')).toContainEqual(['billing', testUser.id, 'by-day', 90]);
  expect(started('days=1')).toContainEqual(['billing', testUser.id, 'by-day', 30]);
  await signOutAll();
  expect(started()).toEqual([]);
});
