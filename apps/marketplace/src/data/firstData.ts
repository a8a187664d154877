/** The data of `/marketplace`: the document requests it, and it starts before the page is rendered, or when a link to it is hovered. */
import type { LoaderContext } from '@slipway/platform';
import { filterFromUrl } from './filterUrl';
import { listingQueries } from './listings';

/** Starts the search of an address. Agents that a user keeps, and the page of a creator, have other queries. */
export async function startData({ queryClient, search }: LoaderContext): Promise<void> {
  const filter = filterFromUrl(search);
  if (filter.kept !== 'any' || search.has('creator')) return;
  await queryClient.prefetchInfiniteQuery(listingQueries.search(filter));
}
