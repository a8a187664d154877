/**
 * What the command menu finds in the database.
 * Source: the function `search_listings` over `public.agent_listings`; `public.deployments`, limited by the policy
 * "owners read their deployments".
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** As many as fit below the pages and actions without scrolling far. */
const AGENTS = 5;
const DEPLOYMENTS = 50;

export interface FoundAgent {
  agent_id: string;
  name: string;
  creator_name: string | null;
}

export interface FoundDeployment {
  id: string;
  name: string;
}

export const foundQueries = {
  /** Public agents by name, task or tag, the best match first, up to five. @throws `unavailable`, `unexpected` */
  agents: (q: string) =>
    queryOptions({
      queryKey: ['commands', 'agents', q] as const,
      enabled: q !== '',
      placeholderData: keepPreviousData,
      queryFn: ({ signal }): Promise<FoundAgent[]> =>
        unwrap(
          supabase()
            .rpc('search_listings', { q: q.replaceAll('\0', ''), category: 'all' })
            .select('agent_id, name, creator_name')
            .limit(AGENTS)
            .abortSignal(signal),
        ),
    }),

  /** The signed-in person's, the latest change first, up to 50. @throws `unauthenticated`, `unavailable` */
  deployments: () =>
    queryOptions({
      queryKey: ['commands', 'deployments'] as const,
      queryFn: ({ signal }): Promise<FoundDeployment[]> =>
        unwrap(
          supabase()
            .from('deployments')
            .select('id, name')
            .order('updated_at', { ascending: false })
            .limit(DEPLOYMENTS)
            .abortSignal(signal),
        ),
    }),
};
