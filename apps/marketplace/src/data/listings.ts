/**
 * Public agents as the marketplace lists and searches them.
 * Source: the functions `search_listings` and `count_listings` over `public.agent_listings`.
 */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import { type Catalogue, everything, type Filter, type Listing } from './search';
import { priceRanges } from './priceRange';

const columns =
  'agent_id, name, description, category, tags, creator_name, pricing_model, price_per_message, price_per_month, price_micros, external_only, installs, review_count, rating_sum, created_at';

/** Fills whole rows of one, two, three and four cards. */
const PAGE = 48;

const FRESH_MS = 30_000;

interface Found {
  filter: Filter;
  listings: Listing[];
  /** With the first page alone. */
  total: number | undefined;
}

const asCatalogue = ({ pages }: InfiniteData<Found>): Catalogue => ({
  filter: pages[0]?.filter ?? everything,
  pages: pages.map(({ listings }) => listings),
  total: pages[0]?.total ?? 0,
});

export const listingQueries = {
  all: () => ['listings'] as const,

  /** All public agents; 10,001 stands for more than 10,000. @throws `unavailable`, `unexpected` */
  total: () =>
    queryOptions({
      queryKey: [...listingQueries.all(), 'total'] as const,
      networkMode: 'always',
      staleTime: FRESH_MS,
      queryFn: ({ signal }): Promise<number> =>
        unwrap(supabase().rpc('count_listings', undefined, { get: true }).abortSignal(signal)),
    }),

  /** 48 a page, each after the last row of the one before. @throws `unavailable`, `unexpected` */
  search: (filter: Filter) =>
    infiniteQueryOptions({
      queryKey: [...listingQueries.all(), 'search', filter] as const,
      // Without a network a request fails and says so; waiting for one would hide the samples.
      networkMode: 'always',
      // Whoever is deep in a list keeps it: asking anew would ask for every page of it.
      staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Infinity : FRESH_MS),
      initialPageParam: undefined as Listing | undefined,
      queryFn: async ({ signal, client, pageParam: last }): Promise<Found> => {
        const { q, category, sort, tags } = filter;
        const { min, max } = priceRanges[filter.price];
        const [listings, total] = await Promise.all([
          unwrap(
            // By POST: in an address the embedded backend takes `{}`, `true` or `eq.1` for something else than words.
            supabase()
              .rpc('search_listings', {
                q: q.replaceAll('\0', ''),
                ...{ category, sort, page_size: PAGE },
                ...(tags.length > 0 && { tags: [...tags] }),
                ...(min !== undefined && { min_price: min }),
                ...(max !== undefined && { max_price: max }),
                ...(last && { after: last }),
              })
              .select(columns)
              .abortSignal(signal),
          ),
          last ? undefined : client.fetchQuery(listingQueries.total()),
        ]);
        return { filter, listings, total };
      },
      getNextPageParam: ({ listings }: Found) => (listings.length < PAGE ? undefined : listings.at(-1)),
      select: asCatalogue,
    }),

  /** The same over the six bundled samples. */
  samples: (filter: Filter) =>
    queryOptions({
      queryKey: ['listings-samples', filter] as const,
      networkMode: 'always',
      staleTime: Infinity,
      queryFn: async (): Promise<Catalogue> => {
        const { samples, searchSamples } = await import('./samples');
        return { filter, pages: [searchSamples(filter)], total: samples.length };
      },
    }),
};
