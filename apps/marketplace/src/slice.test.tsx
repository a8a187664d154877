/** Data of the page starts before it is rendered, and when a link to it is hovered. That of the slot starts with its code. */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, requestsOfLoader, requestText, startBackend } from '@slipway/testing';
import MarketplacePage from './routes/MarketplacePage';
import FeaturedAgents from './slots/FeaturedAgents';
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

it('starts the featured agents with the code of their slot, with the same requests (23)', async () => {
  const agents = { json: [{ id: 'a1', name: 'Support', tags: [], creator: null }] };
  const backend = startBackend({ agents, agent_reviews: { json: [] } });
  const started = await requestsOfLoader(backend, slice, 'landing.featured');
  expect(started).toHaveLength(2);
  renderPage(<FeaturedAgents />, '/');
  await waitFor(() => {
    expect(backend.requests.map(requestText)).toEqual(expect.arrayContaining(started));
  });
});
