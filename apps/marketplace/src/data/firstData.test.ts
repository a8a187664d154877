import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { startData } from './firstData';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['', 1],
  ['q=mail', 1],
  ['kept=installed', 0],
  ['kept=favorites', 0],
  ['creator=c1', 0],
])('the address ?%s starts %i searches before its page is rendered', (search, count) => {
  startBackend();
  const queryClient = new QueryClient();
  void startData({ queryClient, params: {}, search: new URLSearchParams(search) });
  expect(queryClient.getQueryCache().findAll({ queryKey: ['listings', 'search'] })).toHaveLength(count);
});
