/**
 * Queries for public agents: search results, their total, and the bundled samples.
 * Source: the functions `search_listings` and `count_listings` over `public.agent_listings`.
 */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import { type SearchResults, defaultFilter, type Filter, type Listing } from './search';
import { priceRanges } from './priceRange';

/** The columns of a `Listing`. */
export const listingColumns =
  'agent_id, name, description, category, tags, creator_name, pricing_model, price_per_message, price_per_month, price_micros, external_only, installs, review_count, rating_sum, created_at, creator_id, color, icon';

/** Divisible by 1, 2 and 3, so every grid width ends with a full row. */
const PAGE_SIZE = 48;

const STALE_AFTER_MS = 30_000;

export interface ResultPage {
  filter: Filter;
  listings: Listing[];
  /** Only on the first page. */
  total: number | undefined;
}

const toSearchResults = ({ pages }: InfiniteData<ResultPage>): SearchResults => ({
  filter: pages[0]?.filter ?? defaultFilter,
  pages: pages.map(({ listings }) => listings),
  total: pages[0]?.total ?? 0,
});

/** Later calls need no network. */
export const loadSamples = () => import('./samples');

export const listingQueries = {
  all: () => ['listings'] as const,

  /** All public agents; 10,001 stands for more than 10,000. @throws `unavailable`, `unexpected` */
  total: () =>
    queryOptions({
      queryKey: [...listingQueries.all(), 'total'] as const,
      staleTime: STALE_AFTER_MS,
      queryFn: ({ signal }): Promise<number> =>
        unwrap(supabase().rpc('count_listings', undefined, { get: true }).abortSignal(signal)),
    }),

  /** 48 agents per page, each page after the last row of the previous one. @throws `unavailable`, `unexpected` */
  search: (filter: Filter) =>
    infiniteQueryOptions({
      queryKey: [...listingQueries.all(), 'search', filter] as const,
      // Keep a list with several pages: a refetch would request every page again.
      staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Infinity : STALE_AFTER_MS),
      initialPageParam: undefined as Listing | undefined,
      queryFn: async ({ signal, client, pageParam: last }): Promise<ResultPage> => {
        const { q, category, sort, tags } = filter;
        const { min, max } = priceRanges[filter.price];
        const [listings, total] = await Promise.all([
          unwrap(
            // Use POST: in a query string the embedded backend misreads `{}`, `true` or `eq.1` as operators.
            supabase()
              .rpc('search_listings', {
                q: q.replaceAll('\0', ''),
                ...{ category, sort, page_size: PAGE_SIZE },
                ...(tags.length > 0 && { tags: [...tags] }),
                ...(min !== undefined && { min_price: min }),
                ...(max !== undefined && { max_price: max }),
                ...(last && { after: last }),
              })
              .select(listingColumns)
              .abortSignal(signal),
          ),
          last ? undefined : client.fetchQuery(listingQueries.total()),
        ]);
        return { filter, listings, total };
      },
      getNextPageParam: ({ listings }: ResultPage) =>
        listings.length < PAGE_SIZE ? undefined : listings.at(-1),
      select: toSearchResults,
    }),

  /** The same search over the six bundled samples. `loadSamples` makes it work without any network. */
  samples: (filter: Filter) =>
    queryOptions({
      queryKey: ['listings-samples', filter] as const,
      staleTime: Infinity,
      queryFn: async (): Promise<SearchResults> => {
        const { samples, searchSamples } = await loadSamples();
        return { filter, pages: [searchSamples(filter)], total: samples.length };
      },
    }),
};
