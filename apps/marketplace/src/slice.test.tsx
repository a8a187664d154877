/** The page's data starts before it is rendered, and when a link to it is hovered. */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, requestsOfLoader, requestText, startBackend } from '@slipway/testing';
import MarketplacePage from './routes/MarketplacePage';
import slice from './slice';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(['/marketplace', '/marketplace?q=mail&category=sales&tag=crm'])(
  'starts the search of %s, with the same requests (23)',
  async (address) => {
    const backend = startBackend();
    const started = await requestsOfLoader(backend, slice, address);
    expect(started).toHaveLength(2);
    renderPage(<MarketplacePage />, address);
    await waitFor(() => {
      expect(backend.requests.map(requestText)).toEqual(expect.arrayContaining(started));
    });
  },
);

it.each(['/marketplace?kept=favorites', '/marketplace?creator=1'])(
  'leaves %s to the page, which has other queries',
  async (address) => {
    expect(await requestsOfLoader(startBackend(), slice, address)).toEqual([]);
  },
);
