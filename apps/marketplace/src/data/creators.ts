/**
 * A creator's page: who they are, their public agents, and what these add up to.
 * Source: `public.profiles`, `public.profile_details`, `public.agent_listings` and the function `creator_figures`, of
 * which everyone reads the rows of creators with a public agent.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import { isId } from './ids';
import { listingColumns } from './listings';
import { meanRating } from './rating';
import type { Listing } from './search';

export interface Creator {
  /** Null when they gave no name. */
  name: string | null;
  about: string;
  /** HTTPS addresses. */
  links: readonly string[];
  color: string | null;
  /** The uploaded picture, for `pictureUrl`. */
  picture: string | null;
  /** The totals of all their public agents; `average` is of their ratings. */
  figures: { agents: number; installs: number; reviews: number; average: number };
  /** Most installed first, up to 48. */
  listings: readonly Listing[];
}

const MAX_LISTINGS = 48;

export const creatorQueries = {
  /** Null when no user with this id has a public agent. @throws `unavailable`, `unexpected` */
  page: (id: string) =>
    queryOptions({
      queryKey: ['creators', id] as const,
      queryFn: async ({ signal }): Promise<Creator | null> => {
        if (!isId(id)) return null;
        const profile = supabase()
          .from('profiles')
          .select('full_name')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle();
        const own = supabase()
          .from('profile_details')
          .select('about, links, color, picture')
          .eq('user_id', id)
          .abortSignal(signal)
          .maybeSingle();
        const agents = supabase()
          .from('agent_listings')
          .select(listingColumns)
          .eq('creator_id', id)
          .order('installs', { ascending: false })
          .order('agent_id', { ascending: false })
          .limit(MAX_LISTINGS)
          .abortSignal(signal);
        const sums = supabase()
          .rpc('creator_figures', { creator: id }, { get: true })
          .abortSignal(signal)
          .single();
        const [row, details, listings, figures] = await Promise.all([
          unwrap(profile),
          unwrap(own),
          unwrap(agents),
          unwrap(sums),
        ]);
        if (listings.length === 0) return null;
        return {
          ...{ name: row?.full_name ?? null, about: '', links: [], color: null, picture: null },
          ...details,
          figures: {
            agents: figures.agents,
            installs: figures.installs,
            reviews: figures.review_count,
            average: meanRating(figures.rating_sum, figures.review_count),
          },
          listings,
        };
      },
    }),
};
