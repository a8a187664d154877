/**
 * The agents the user may deploy.
 * Source: `public.agents`; row-level security limits it to public agents and those the user owns or has deployed.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

export type OfferedAgent = Pick<Row<'agents'>, 'id' | 'name'>;

/** `icon` is the hash of an uploaded picture. */
export type AgentLook = Pick<Row<'agents'>, 'category' | 'color' | 'icon'>;

export const agentQueries = {
  /** All active agents, unordered. @throws `unavailable`, `unexpected` */
  offered: () =>
    queryOptions({
      queryKey: ['offered-agents', 'active'] as const,
      queryFn: ({ signal }): Promise<OfferedAgent[]> =>
        unwrap(supabase().from('agents').select('id,name').eq('status', 'active').abortSignal(signal)),
    }),

  /** The values that decide an agent's picture, with its name; null when the user may not read it. @throws `unavailable` */
  look: (id: string) =>
    queryOptions({
      queryKey: ['offered-agents', 'look', id] as const,
      queryFn: async ({ signal }): Promise<AgentLook | null> => {
        const request = supabase()
          .from('agents')
          .select('category, color, icon')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle();
        return await unwrap(request);
      },
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
