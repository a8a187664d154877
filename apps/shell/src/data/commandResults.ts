/**
 * Agents and deployments for the command menu.
 * Source: the function `search_listings` over `public.agent_listings`; `public.deployments`, limited by the policy
 * "owners read their deployments".
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** Few enough that the actions below stay in view. */
const MAX_AGENTS = 5;
const MAX_DEPLOYMENTS = 50;

export interface FoundAgent {
  agent_id: string;
  name: string;
  creator_name: string | null;
}

export interface FoundDeployment {
  id: string;
  name: string;
  status: string;
  endpoint_url: string;
}

export const commandQueries = {
  /** Public agents that match by name, task or tag, best match first, up to five. @throws `unavailable`, `unexpected` */
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
            .limit(MAX_AGENTS)
            .abortSignal(signal),
        ),
    }),

  /** The user's deployments, latest change first, up to 50. @throws `unauthenticated`, `unavailable` */
  deployments: () =>
    queryOptions({
      queryKey: ['commands', 'deployments'] as const,
      queryFn: ({ signal }): Promise<FoundDeployment[]> =>
        unwrap(
          supabase()
            .from('deployments')
            .select('id, name, status, endpoint_url')
            .order('updated_at', { ascending: false })
            .limit(MAX_DEPLOYMENTS)
            .abortSignal(signal),
        ),
    }),
};
