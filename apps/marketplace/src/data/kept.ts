/**
 * The listings of agents that the signed-in user keeps: installed or marked as favorites.
 * Source: `public.agent_installs` or `public.agent_favorites`, then `public.agent_listings`.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import { favoriteQueries } from './favorites';
import { installQueries } from './installs';
import { listingColumns } from './listings';
import type { Kept, Listing } from './search';

/** Ids in one request: they are part of its address. */
const PAGE = 100;

export const keptQueries = {
  /** By name. Agents that are no longer public are left out. @throws `unauthenticated`, `unavailable` */
  listings: (kind: Kept, userId: string) =>
    queryOptions({
      queryKey: ['listings-kept', kind, userId] as const,
      queryFn: async ({ signal, client }): Promise<Listing[]> => {
        const ids = [
          ...(kind === 'installed'
            ? await client.fetchQuery(installQueries.mine(userId))
            : await client.fetchQuery(favoriteQueries.mine(userId))),
        ];
        const pages = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, page) =>
          unwrap(
            supabase()
              .from('agent_listings')
              .select(listingColumns)
              .in('agent_id', ids.slice(page * PAGE, (page + 1) * PAGE))
              .abortSignal(signal),
          ),
        );
        return (await Promise.all(pages)).flat().sort((a, b) => a.name.localeCompare(b.name));
      },
    }),
};
