/** The requests of a page's loader, for comparison with those of the page. */
import { createQueryClient } from '@slipway/data';
import type { SliceModule } from '@slipway/platform';
import type { BackendRequest, FakeBackend } from './startBackend';

/** Method, path, query and body. */
export const requestText = ({ method, url, body }: BackendRequest): string =>
  `${method} ${url.pathname}${url.search} ${JSON.stringify(body)}`;

/** Runs the loader of the page at `address`. Returns what it requested, and removes that from `backend.requests`. */
export async function requestsOfLoader(
  backend: FakeBackend,
  { pages = {} }: SliceModule,
  address: string,
): Promise<string[]> {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  const page = pages[pathname];
  if (typeof page !== 'object') throw new Error(`${pathname} has no loader`);
  backend.requests.length = 0;
  const queryClient = createQueryClient();
  await page.loader({ queryClient, params: {}, search: searchParams });
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
