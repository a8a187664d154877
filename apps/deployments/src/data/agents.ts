/**
 * The agents that a person may deploy.
 * Source: `public.agents`; its policy leaves those that are public, their own, or run by them.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

export type OfferedAgent = Pick<Row<'agents'>, 'id' | 'name'>;

export const agentQueries = {
  /** Every active one, in no order. @throws `unavailable`, `unexpected` */
  offered: () =>
    queryOptions({
      queryKey: ['agents', 'offered'] as const,
      queryFn: ({ signal }): Promise<OfferedAgent[]> =>
        unwrap(supabase().from('agents').select('id,name').eq('status', 'active').abortSignal(signal)),
    }),

  /** The ids of those that run at their creator's own address. @throws `unavailable`, `unexpected` */
  external: () =>
    queryOptions({
      queryKey: ['agents', 'external'] as const,
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        const rows = await unwrap(
          supabase().from('agents').select('id').eq('external_only', true).abortSignal(signal),
        );
        return new Set(rows.map(({ id }) => id));
      },
    }),
};
