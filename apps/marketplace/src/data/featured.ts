/**
 * The six newest agents for the landing page, with their ratings.
 * Source: `public.agents` with the creator's profile, then `public.agent_reviews` of those six.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';
import { meanRating } from './rating';

export type FeaturedAgent = Pick<
  Row<'agents'>,
  | 'id'
  | 'name'
  | 'description'
  | 'category'
  | 'color'
  | 'icon'
  | 'tags'
  | 'pricing_model'
  | 'price_per_message'
  | 'price_per_month'
  | 'external_only'
> & {
  creator: { full_name: string | null } | null;
  /** The mean of the ratings; 0 when there are none. */
  averageRating: number;
  reviewCount: number;
};

const FEATURED = 6;

const columns =
  'id, name, description, category, color, icon, tags, pricing_model, price_per_message, price_per_month, external_only, creator:profiles!agents_creator_id_fkey(full_name)';

/** The ratings of agents. @throws `unavailable`, `unexpected` */
export const readRatings = (agents: readonly string[], signal?: AbortSignal) => {
  const read = supabase().from('agent_reviews').select('rating, agent_id').in('agent_id', agents);
  return unwrap(signal ? read.abortSignal(signal) : read);
};

export const featuredQueries = {
  /** Newest first, up to six. @throws `unavailable`, `unexpected` */
  list: () =>
    queryOptions({
      queryKey: ['agents', 'featured'] as const,
      queryFn: async ({ signal }): Promise<FeaturedAgent[]> => {
        const agents = await unwrap(
          supabase()
            .from('agents')
            .select(columns)
            .eq('is_public', true)
            .eq('status', 'active')
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(FEATURED)
            .abortSignal(signal),
        );
        if (agents.length === 0) return [];
        const ids = agents.map(({ id }) => id);
        const reviews = await readRatings(ids, signal);
        return agents.map((agent) => {
          const ratings = reviews.filter(({ agent_id }) => agent_id === agent.id).map(({ rating }) => rating);
          const sum = ratings.reduce((total, rating) => total + rating, 0);
          return { ...agent, averageRating: meanRating(sum, ratings.length), reviewCount: ratings.length };
        });
      },
    }),
};
