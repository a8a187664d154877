/** The requests of a loader, for comparison with those of its page or slot. */
import { createQueryClient } from '@slipway/data';
import type { SliceModule } from '@slipway/platform';
import type { BackendRequest, FakeBackend } from './startBackend';

/** Method, path, query and body. */
export const requestText = ({ method, url, body }: BackendRequest): string =>
  `${method} ${url.pathname}${url.search} ${JSON.stringify(body)}`;

/**
 * Runs the loader of the page at an address, or of a slot. Returns its requests, and removes them from
 * `backend.requests`.
 */
export async function requestsOfLoader(
  backend: FakeBackend,
  { pages = {}, slots = {} }: SliceModule,
  addressOrSlot: string,
): Promise<string[]> {
  const { pathname, searchParams } = new URL(addressOrSlot, window.location.origin);
  const part = pages[pathname] ?? slots[addressOrSlot];
  if (typeof part !== 'object') throw new Error(`${addressOrSlot} has no loader`);
  backend.requests.length = 0;
  const queryClient = createQueryClient();
  await part.loader({ queryClient, params: {}, search: searchParams });
  await Promise.all(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.promise),
  );
  const sent = backend.requests.map(requestText).sort();
  backend.requests.length = 0;
  return sent;
}
