/**
 * Reviews of an agent, and votes on whether a review is helpful.
 * Source: `public.agent_reviews`, `public.agent_review_votes`, `public.rating_distribution()`. Only the author of a
 * review can read its `user_id`.
 */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

/** `rating` is 1 to 5; `helpful_count` counts users; `created_at` is ISO-8601 UTC. */
export type Review = Pick<Row<'agent_reviews'>, 'id' | 'rating' | 'body' | 'created_at' | 'helpful_count'>;

/** `useful`: most helpful votes first, then newest first. */
export const reviewOrders = ['newest', 'useful'] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

const PAGE_SIZE = 10;
const columns = 'id, rating, body, created_at, helpful_count';

/** A PostgREST filter for the rows that follow `last` in `order`. */
function rowsAfter(last: Review, order: ReviewOrder): string {
  const older = `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`;
  if (order === 'newest') return older;
  const helpful = String(last.helpful_count);
  return `helpful_count.lt.${helpful},and(helpful_count.eq.${helpful},or(${older}))`;
}

export const reviewQueries = {
  all: (agentId: string) => ['reviews', agentId] as const,

  /** Ten reviews per page, each page after the last row of the previous one. @throws `unavailable`, `unexpected` */
  list: (agentId: string, order: ReviewOrder) =>
    infiniteQueryOptions({
      queryKey: [...reviewQueries.all(agentId), 'list', order] as const,
      initialPageParam: undefined as Review | undefined,
      queryFn: ({ signal, pageParam: last }): Promise<Review[]> => {
        const page = supabase().from('agent_reviews').select(columns).eq('agent_id', agentId);
        const rest = last === undefined ? page : page.or(rowsAfter(last, order));
        const sorted = order === 'useful' ? rest.order('helpful_count', { ascending: false }) : rest;
        return unwrap(
          sorted
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(PAGE_SIZE)
            .abortSignal(signal),
        );
      },
      getNextPageParam: (page: Review[]) => (page.length < PAGE_SIZE ? undefined : page.at(-1)),
    }),

  /** The number of reviews per rating; ratings without reviews are missing. @throws `unavailable`, `unexpected` */
  distribution: (agentId: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all(agentId), 'distribution'] as const,
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
        const request = supabase()
          .rpc('rating_distribution', { agent: agentId }, { get: true })
          .abortSignal(signal);
        return new Map((await unwrap(request)).map(({ rating, reviews }) => [rating, reviews]));
      },
    }),

  /** The user's review, or null. @throws `unavailable`, `unexpected` */
  own: (agentId: string, userId: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all(agentId), 'own', userId] as const,
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

  /** Ids of this agent's reviews that the user marked as helpful. @throws `unavailable`, `unexpected` */
  votes: (agentId: string, userId: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all(agentId), 'votes', userId] as const,
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        const request = supabase()
          .from('agent_review_votes')
          .select('review_id, agent_reviews!inner(agent_id)')
          .eq('agent_reviews.agent_id', agentId)
          .abortSignal(signal);
        return new Set((await unwrap(request)).map(({ review_id }) => review_id));
      },
    }),
};

/**
 * Updates the review `id`, or creates one when `id` is undefined.
 * @throws `conflict` when there is one already, `not_found` when it was deleted, as in another tab; `forbidden`, `unavailable`
 */
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
      : // Without a row, the update of a deleted review would succeed.
        reviews.update({ rating, body }).eq('id', id).select('id').single(),
  );
}

/** @throws `unavailable`, `unexpected` */
export async function deleteReview(id: string): Promise<void> {
  await unwrap(supabase().from('agent_reviews').delete().eq('id', id));
}

interface Vote {
  /** The review's id. */
  id: string;
  isHelpful: boolean;
}

/** Marks a review as helpful, or removes the mark. Repeating a vote has no effect. @throws `forbidden`, `unavailable` */
export async function vote({ id, isHelpful }: Vote): Promise<void> {
  const votes = supabase().from('agent_review_votes');
  await unwrap(
    isHelpful
      ? votes.upsert({ review_id: id }, { ignoreDuplicates: true })
      : votes.delete().eq('review_id', id),
  );
}

/** Applies an accepted vote to the cache without re-sorting, so that no review moves under the pointer. */
export function applyVote(queryClient: QueryClient, agentId: string, { id, isHelpful }: Vote): void {
  const all = reviewQueries.all(agentId);
  const counted = (review: Review): Review =>
    review.id === id ? { ...review, helpful_count: review.helpful_count + (isHelpful ? 1 : -1) } : review;
  queryClient.setQueriesData<InfiniteData<Review[]>>(
    { queryKey: [...all, 'list'] },
    (list) => list && { ...list, pages: list.pages.map((page) => page.map(counted)) },
  );
  queryClient.setQueriesData<ReadonlySet<string>>({ queryKey: [...all, 'votes'] }, (votes) => {
    const after = new Set(votes);
    if (isHelpful) after.add(id);
    else after.delete(id);
    return after;
  });
}
