/**
 * What people think of an agent.
 * Source: `public.agent_reviews`; who wrote one is known to its writer alone.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

/** `rating` is 1 to 5; `created_at` is ISO-8601 UTC. */
export type Review = Pick<Row<'agent_reviews'>, 'id' | 'rating' | 'body' | 'created_at'>;

const PAGE = 10;
const columns = 'id, rating, body, created_at';

export const reviewQueries = {
  all: (agentId: string) => ['reviews', agentId] as const,

  /** Newest first, ten a page, each page after the last row of the one before. @throws `unavailable`, `unexpected` */
  newest: (agentId: string) =>
    infiniteQueryOptions({
      queryKey: [...reviewQueries.all(agentId), 'newest'] as const,
      networkMode: 'always',
      initialPageParam: undefined as Pick<Review, 'id' | 'created_at'> | undefined,
      queryFn: ({ signal, pageParam: last }): Promise<Review[]> => {
        const page = supabase().from('agent_reviews').select(columns).eq('agent_id', agentId);
        const rest =
          last === undefined
            ? page
            : page.or(
                `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`,
              );
        return unwrap(
          rest
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(PAGE)
            .abortSignal(signal),
        );
      },
      getNextPageParam: (page: Review[]) => (page.length < PAGE ? undefined : page.at(-1)),
    }),

  /** This person's own, or null. @throws `unavailable`, `unexpected` */
  own: (agentId: string, userId: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all(agentId), 'own', userId] as const,
      networkMode: 'always',
      queryFn: ({ signal }): Promise<Review | null> => {
        const request = supabase()
          .from('agent_reviews')
          .select(columns)
          .eq('agent_id', agentId)
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle();
        return unwrap(request);
      },
    }),
};

/** Changes the review `id`, or writes the person's first. @throws `conflict`, `forbidden`, `unavailable` */
export async function saveReview({
  id,
  agentId,
  rating,
  body,
}: {
  id: string | undefined;
  agentId: string;
  rating: number;
  body: string | null;
}): Promise<void> {
  const reviews = supabase().from('agent_reviews');
  await unwrap(
    id === undefined
      ? reviews.insert({ agent_id: agentId, rating, body })
      : reviews.update({ rating, body }).eq('id', id),
  );
}

/** @throws `unavailable`, `unexpected` */
export async function deleteReview(id: string): Promise<void> {
  await unwrap(supabase().from('agent_reviews').delete().eq('id', id));
}
