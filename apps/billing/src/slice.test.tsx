/** The page's data starts before it is rendered, and when a link to it is hovered. */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, requestsOfLoader, requestText, signInAs, startBackend } from '@slipway/testing';
import BillingPage from './routes/BillingPage';
import slice from './slice';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const noUsage = {
  ...{ messages: 0, api_calls: 0, storage: 0, cost: 0 },
  ...{ period_messages: 0, period_api_calls: 0, period_cost: 0 },
};

it('starts the queries of the page, with the same requests (23)', async () => {
  const backend = startBackend({
    'POST usage_totals': {
      json: { ...noUsage, period_start: '2026-11-01T00:00:00Z', period_end: '2026-12-01T00:00:00Z' },
    },
  });
  await signInAs();
  const started = await requestsOfLoader(backend, slice, '/billing');
  expect(started).toHaveLength(8);
  renderPage(<BillingPage />, '/billing');
  await waitFor(() => {
    expect(backend.requests.map(requestText)).toEqual(expect.arrayContaining(started));
  });
});
