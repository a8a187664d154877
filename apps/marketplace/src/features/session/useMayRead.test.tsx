/** The pages of the marketplace while the second factor is due: the server would reject their requests. */
import { act, cleanup, waitFor } from '@testing-library/react';
import {
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
  startIntersections,
  testUser,
} from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import FeaturedAgents from '../../slots/FeaturedAgents';
import { sampleReplies } from '../../testing/replies';

afterEach(async () => {
  cleanup();
  await signOutAll();
  vi.unstubAllGlobals();
});

const id = 'c0000000-0000-4000-8000-000000000009';
const user = {
  ...testUser,
  factors: [{ id: 'f1', factor_type: 'totp', status: 'verified' }],
};

test.each([
  ['the search', '/marketplace', 'search_listings'],
  ['the details of an agent', `/marketplace?agent=${id}`, 'agents'],
  ['the page of a creator', `/marketplace?creator=${id}`, 'profiles'],
  ['the featured agents', '/', 'agents'],
])('the requests of %s wait for the code, in whichever tab it is typed', async (_what, address, resource) => {
  const backend = startBackend({ ...sampleReplies, 'GET user': { json: user } });
  await signInAs(user);
  startIntersections();
  renderPage(address === '/' ? <FeaturedAgents /> : <MarketplacePage />, address);
  const data = () =>
    backend.requests.map(({ url }) => url.pathname).filter((path) => path.startsWith('/rest/'));
  // Longer than the page takes to load its parts.
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(data()).toEqual([]);
  await act(() => signInAs(user, 'aal2'));
  await waitFor(() => {
    expect(data().some((path) => path.endsWith(`/${resource}`))).toBe(true);
  });
});
