/**
 * What people think of an agent, and whom it helped.
 * Source: `public.agent_reviews`, `public.agent_review_votes`, `public.rating_distribution()`; who wrote a review is
 * known to its writer alone.
 */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

/** `rating` is 1 to 5; `helpful_count` counts people; `created_at` is ISO-8601 UTC. */
export type Review = Pick<Row<'agent_reviews'>, 'id' | 'rating' | 'body' | 'created_at' | 'helpful_count'>;

/** `useful` is what helped most people first, and then the newest. */
export const reviewOrders = ['newest', 'useful'] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

const PAGE = 10;
const columns = 'id, rating, body, created_at, helpful_count';

/** PostgREST's words for what comes after `last` in an order. */
function after(last: Review, order: ReviewOrder): string {
  const older = `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`;
  if (order === 'newest') return older;
  const helpful = String(last.helpful_count);
  return `helpful_count.lt.${helpful},and(helpful_count.eq.${helpful},or(${older}))`;
}

export const reviewQueries = {
  all: (agentId: string) => ['reviews', agentId] as const,

  /** Ten a page, each page after the last row of the one before. @throws `unavailable`, `unexpected` */
  list: (agentId: string, order: ReviewOrder) =>
    infiniteQueryOptions({
      queryKey: [...reviewQueries.all(agentId), 'list', order] as const,
      networkMode: 'always',
      initialPageParam: undefined as Review | undefined,
      queryFn: ({ signal, pageParam: last }): Promise<Review[]> => {
        const page = supabase().from('agent_reviews').select(columns).eq('agent_id', agentId);
        const rest = last === undefined ? page : page.or(after(last, order));
        const sorted = order === 'useful' ? rest.order('helpful_count', { ascending: false }) : rest;
        return unwrap(
          sorted
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(PAGE)
            .abortSignal(signal),
        );
      },
      getNextPageParam: (page: Review[]) => (page.length < PAGE ? undefined : page.at(-1)),
    }),

  /** How many gave each rating; a rating that nobody gave is left out. @throws `unavailable`, `unexpected` */
  distribution: (agentId: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all(agentId), 'distribution'] as const,
      networkMode: 'always',
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
        const request = supabase()
          .rpc('rating_distribution', { agent: agentId }, { get: true })
          .abortSignal(signal);
        return new Map((await unwrap(request)).map(({ rating, reviews }) => [rating, reviews]));
      },
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

  /** The reviews of this agent that this person called helpful, by id. @throws `unavailable`, `unexpected` */
  votes: (agentId: string, userId: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all(agentId), 'votes', userId] as const,
      networkMode: 'always',
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

interface Vote {
  /** The review's. */
  id: string;
  isHelpful: boolean;
}

/** Says that a review helps, or takes it back; saying so twice is saying it once. @throws `forbidden`, `unavailable` */
export async function vote({ id, isHelpful }: Vote): Promise<void> {
  const votes = supabase().from('agent_review_votes');
  await unwrap(
    isHelpful
      ? votes.upsert({ review_id: id }, { ignoreDuplicates: true })
      : votes.delete().eq('review_id', id),
  );
}

/** Brings what is cached up to date with a vote that was accepted; the order stays as it was read. */
export function countVote(queryClient: QueryClient, agentId: string, { id, isHelpful }: Vote): void {
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
