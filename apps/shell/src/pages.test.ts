import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { pages } from './pages';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the loader of the dashboard resolves when the data of all its parts has arrived', async () => {
  startBackend();
  const queryClient = new QueryClient();
  await pages['/dashboard'].loader({ queryClient, params: {}, search: new URLSearchParams() });
  const queries = queryClient.getQueryCache().getAll();
  expect(queries.map(({ queryKey }) => queryKey.join(' ')).sort()).toEqual([
    'account-deletion',
    'dashboard activity',
    'dashboard progress',
    'dashboard spend-alerts',
    'dashboard totals',
  ]);
  expect(queries.map(({ state }) => state.fetchStatus)).toEqual(queries.map(() => 'idle'));
});
