/**
 * The newest public agents.
 * Source: `public.agent_listings`, which is public.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

export type NewAgent = Pick<Row<'agent_listings'>, 'agent_id' | 'name' | 'description'>;

const COUNT = 3;

/** Newest first, up to three. @throws `unavailable`, `unexpected` */
export const newestQuery = queryOptions({
  queryKey: ['whats-new', 'newest'] as const,
  queryFn: ({ signal }): Promise<NewAgent[]> =>
    unwrap(
      supabase()
        .from('agent_listings')
        .select('agent_id, name, description')
        .order('created_at', { ascending: false })
        .order('agent_id', { ascending: false })
        .limit(COUNT)
        .abortSignal(signal),
    ),
});
