/**
 * Public agents as the marketplace lists and searches them.
 * Source: the functions `search_listings` and `count_listings` over `public.agent_listings`.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import type { Catalogue, Filter } from './catalogue';

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
