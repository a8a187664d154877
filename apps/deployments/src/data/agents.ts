/**
 * The agents the user may deploy.
 * Source: `public.agents`; row-level security limits it to public agents and those the user owns or has deployed.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

export type OfferedAgent = Pick<Row<'agents'>, 'id' | 'name'>;

export const agentQueries = {
  /** All active agents, unordered. @throws `unavailable`, `unexpected` */
  offered: () =>
    queryOptions({
      queryKey: ['offered-agents', 'active'] as const,
      queryFn: ({ signal }): Promise<OfferedAgent[]> =>
        unwrap(supabase().from('agents').select('id,name').eq('status', 'active').abortSignal(signal)),
    }),

  /** The ids of agents that run on their creator's site. @throws `unavailable`, `unexpected` */
  external: () =>
    queryOptions({
      queryKey: ['offered-agents', 'external'] as const,
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        const rows = await unwrap(
          supabase().from('agents').select('id').eq('external_only', true).abortSignal(signal),
        );
        return new Set(rows.map(({ id }) => id));
      },
    }),
};
