/**
 * Prices of deployments: the quote before one is made, the terms it was made under, and changes that wait for an answer.
 * Source: the functions `quote_deployment`, `list_deployment_terms`, `pending_terms`, `accept_terms`,
 * `list_agent_versions` and `pin_deployment`.
 */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Database, supabase, unwrap, useExclusiveMutation } from '@slipway/data';
import { deploymentQueries } from './deployments';
import { reloadAllTabs } from './otherTabs';

type Functions = Database['public']['Functions'];

/** Prices are US dollars: 0 unless the agent is priced that way. `quota` is null without a limit; times ISO-8601 UTC. */
export type Quote = Omit<Functions['quote_deployment']['Returns'][number], 'quota'> & {
  quota: number | null;
};

/** A higher price. It starts after `effective_at` and acceptance; `accepted_from` is null until then. */
export type PendingTerms = Omit<Functions['pending_terms']['Returns'][number], 'accepted_from'> & {
  accepted_from: string | null;
};

export type Terms = Functions['list_deployment_terms']['Returns'][number];
export type AgentVersion = Functions['list_agent_versions']['Returns'][number];

/** US dollars. */
export interface Price {
  perMessage: number;
  perMonth: number;
}

/** A quote holds for 15 minutes. */
const QUOTE_REFRESH_MS = 10 * 60 * 1000;

export const termsQueries = {
  /** The price that a deployment made now gets; null when the server gives none. @throws `not_found`, `unavailable` */
  quote: (agentId: string) =>
    queryOptions({
      queryKey: ['quote', agentId] as const,
      staleTime: 0,
      gcTime: 0,
      refetchInterval: QUOTE_REFRESH_MS,
      queryFn: async ({ signal }): Promise<Quote | null> => {
        const rows = await unwrap(supabase().rpc('quote_deployment', { agent: agentId }).abortSignal(signal));
        return rows[0] ?? null;
      },
    }),

  /** By deployment id. @throws `unavailable`, `unexpected` */
  pending: () =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'pending-terms'] as const,
      queryFn: async ({ signal }): Promise<ReadonlyMap<string, PendingTerms>> => {
        const rows: PendingTerms[] = await unwrap(supabase().rpc('pending_terms').abortSignal(signal));
        return new Map(rows.map((row) => [row.deployment_id, row]));
      },
    }),

  /** Newest first. @throws `unavailable`, `unexpected` */
  of: (deployment: string) =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'terms', deployment] as const,
      queryFn: ({ signal }): Promise<Terms[]> =>
        unwrap(supabase().rpc('list_deployment_terms', { deployment }).abortSignal(signal)),
    }),

  /** Newest first, up to 100. @throws `unavailable`, `unexpected` */
  versions: (agent: string) =>
    queryOptions({
      queryKey: ['offered-agents', 'versions', agent] as const,
      queryFn: ({ signal }): Promise<AgentVersion[]> =>
        unwrap(supabase().rpc('list_agent_versions', { agent }).abortSignal(signal)),
    }),
};

/** Called when a change ends, also after the user has left its place. */
interface Handlers {
  onSuccess?: () => void;
  onError?: () => void;
}

/** Accepts pending terms. @throws `conflict` when the price changed again, `not_found`, `unavailable` */
export function useAcceptTerms(handlers: Handlers = {}) {
  const queryClient = useQueryClient();
  return useExclusiveMutation({
    ...handlers,
    mutationKey: ['deployments', 'accept-terms'],
    mutationFn: ({ deployment_id, offer_id }: PendingTerms) =>
      unwrap(supabase().rpc('accept_terms', { deployment: deployment_id, offer: offer_id })),
    onSettled: () => reloadAllTabs(queryClient),
  });
}

/** Makes a deployment keep a version of its agent; null follows the newest. @throws `not_found`, `unavailable` */
export function usePinVersion(deployment: string, handlers: Handlers = {}) {
  const queryClient = useQueryClient();
  return useExclusiveMutation({
    ...handlers,
    mutationKey: ['deployments', 'pin-version', deployment],
    mutationFn: async (version: number | null) => {
      await unwrap(
        supabase().rpc('pin_deployment', { deployment, ...(version === null ? {} : { version }) }),
      );
    },
    onSettled: () => reloadAllTabs(queryClient),
  });
}
