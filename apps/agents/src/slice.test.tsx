/** The page's data starts before it is rendered, and when a link to it is hovered. */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, requestsOfLoader, requestText, signInAs, startBackend } from '@slipway/testing';
import AgentsPage from './routes/AgentsPage';
import slice from './slice';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('starts the queries of the page, with the same requests (23)', async () => {
  const backend = startBackend();
  await signInAs();
  const started = await requestsOfLoader(backend, slice, '/agents');
  expect(started).toHaveLength(2);
  renderPage(<AgentsPage />, '/agents');
  await waitFor(() => {
    expect(backend.requests.map(requestText)).toEqual(expect.arrayContaining(started));
  });
});
