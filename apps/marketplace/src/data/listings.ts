/**
 * Public agents as the marketplace lists and searches them.
 * Source: the functions `search_listings` and `count_listings` over `public.agent_listings`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';
import type { Category } from './category';

/** Prices are US dollars; `installs` counts people. */
export type Listing = Pick<
  Row<'agent_listings'>,
  | 'agent_id'
  | 'name'
  | 'description'
  | 'category'
  | 'tags'
  | 'creator_name'
  | 'pricing_model'
  | 'price_per_message'
  | 'price_per_month'
  | 'external_only'
  | 'installs'
  | 'review_count'
  | 'rating_sum'
>;

export interface Filter {
  /** What is looked for in names, descriptions and tags; everything when empty. */
  q: string;
  category: Category;
}

export interface Catalogue {
  listings: Listing[];
  /** All public agents; 10,001 stands for more than 10,000. */
  total: number;
}

const columns =
  'agent_id, name, description, category, tags, creator_name, pricing_model, price_per_message, price_per_month, external_only, installs, review_count, rating_sum';

export const listingQueries = {
  all: () => ['listings'] as const,

  total: () =>
    queryOptions({
      queryKey: [...listingQueries.all(), 'total'] as const,
      networkMode: 'always',
      queryFn: ({ signal }): Promise<number> =>
        unwrap(supabase().rpc('count_listings', undefined, { get: true }).abortSignal(signal)),
    }),

  /** Best match first, newest first without a query, up to 48. @throws `unavailable`, `unexpected` */
  search: ({ q, category }: Filter) =>
    queryOptions({
      queryKey: [...listingQueries.all(), 'search', { q, category }] as const,
      // Without a network a request fails and says so; waiting for one would hide the samples.
      networkMode: 'always',
      queryFn: async ({ signal, client }): Promise<Catalogue> => {
        const [listings, total] = await Promise.all([
          unwrap(
            // By POST: in an address the embedded backend takes `{}`, `true` or `eq.1` for something else than words.
            supabase()
              .rpc('search_listings', { q: q.replaceAll('\0', ''), category })
              .select(columns)
              .abortSignal(signal),
          ),
          client.fetchQuery(listingQueries.total()),
        ]);
        return { listings, total };
      },
    }),

  /** The same over the six bundled samples. */
  samples: (filter: Filter) =>
    queryOptions({
      queryKey: ['listings-samples', filter] as const,
      networkMode: 'always',
      staleTime: Infinity,
      queryFn: async (): Promise<Catalogue> => {
        const { searchSamples } = await import('./samples');
        return searchSamples(filter);
      },
    }),
};
