/** A spend limit is set or removed by its own function, and its pages read it again, also after a failure. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { useSetSpendLimit } from './spendLimits';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const subject = 'd1';
test.each([
  [12.5, 204, 'set_spend_limit', { scope: 'deployment', subject, amount: 12.5 }],
  [0, 204, 'set_spend_limit', { scope: 'deployment', subject, amount: 0 }],
  [null, 204, 'remove_spend_limit', { scope: 'deployment', subject }],
  [5, 500, 'set_spend_limit', { scope: 'deployment', subject, amount: 5 }],
])('the amount %j, with the status %i, is sent to %s', async (amount, status, name, body) => {
  const backend = startBackend({ [name]: { status, json: { message: 'down' } } });
  const client = new QueryClient();
  client.setQueryData(['spend-limits', 'd1'], []);
  client.setQueryData(['billing', 'u1', 'totals'], {});
  const { result } = renderHook(() => useSetSpendLimit({ scope: 'deployment', subject }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(() => result.current.mutateAsync(amount).catch(() => undefined));
  expect(backend.requests.map(({ url, body: sent }) => [url.pathname.split('/').at(-1), sent])).toEqual([
    [name, body],
  ]);
  const again = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(again.map(({ queryKey }) => queryKey)).toEqual([['spend-limits', 'd1']]);
});
