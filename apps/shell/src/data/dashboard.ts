/**
 * The signed-in user's dashboard data.
 * Source: the functions `dashboard_totals`, `recent_activity`, `spend_alerts` and `account_deletion`, `public.deployments` and
 * `public.usage_tracking`, which only return the user's rows.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** Revenue is US dollars; active users are the distinct callers of the last 30 days. */
export interface DashboardTotals {
  total_agents: number;
  active_users: number;
  revenue: number;
  interactions: number;
}

export interface Activity {
  /** Such as `agent_created`. A newer backend may send kinds that this release does not know. */
  kind: string;
  /** The name of the agent or deployment; null when it was deleted or is no longer readable. */
  subject: string | null;
  /** ISO-8601 UTC. */
  happened_at: string;
}

/** A spend limit of this month, with the highest share that was reached. US dollars; `resets_at` ISO-8601 UTC. */
export interface SpendAlert {
  scope: string;
  subject: string;
  /** The name of the deployment or the key; null for the account. */
  name: string | null;
  /** 50, 80 or 100. */
  percent: number;
  amount: number;
  spent: number;
  resets_at: string;
}

/** Which of the first steps are done. */
export interface Progress {
  hasDeployed: boolean;
  hasCalled: boolean;
}

/** The totals of a new account. */
export const zeroTotals: DashboardTotals = { total_agents: 0, active_users: 0, revenue: 0, interactions: 0 };

export const dashboardQueries = {
  /** @throws `unauthenticated`, `unavailable` */
  totals: () =>
    queryOptions({
      queryKey: ['dashboard', 'totals'] as const,
      queryFn: async ({ signal }): Promise<DashboardTotals> => {
        const [totals] = await unwrap(supabase().rpc('dashboard_totals').abortSignal(signal));
        return totals ?? zeroTotals;
      },
    }),

  /** Whether the user has ever deployed an agent, and called a deployment. @throws `unauthenticated`, `unavailable` */
  progress: () =>
    queryOptions({
      queryKey: ['dashboard', 'progress'] as const,
      queryFn: async ({ signal }): Promise<Progress> => {
        const [deployments, calls] = await Promise.all([
          unwrap(supabase().from('deployments').select('id').limit(1).abortSignal(signal)),
          unwrap(
            supabase()
              .from('usage_tracking')
              .select('id')
              .eq('usage_type', 'api_call')
              .limit(1)
              .abortSignal(signal),
          ),
        ]);
        return { hasDeployed: deployments.length > 0, hasCalled: calls.length > 0 };
      },
    }),

  /** Highest first, up to 20. @throws `unauthenticated`, `unavailable` */
  spendAlerts: () =>
    queryOptions({
      queryKey: ['dashboard', 'spend-alerts'] as const,
      queryFn: ({ signal }): Promise<SpendAlert[]> =>
        unwrap(supabase().rpc('spend_alerts').abortSignal(signal)),
    }),

  /**
   * When the account is deleted (ISO-8601 UTC), or null. The account panel reads it under the same key, so that both send one
   * request, and sets it when the user undoes the deletion. @throws `unauthenticated`, `unavailable`
   */
  deletion: () =>
    queryOptions({
      queryKey: ['account-deletion'] as const,
      queryFn: async ({ signal }): Promise<string | null> => {
        const [pending] = await unwrap(supabase().rpc('account_deletion').abortSignal(signal));
        return pending?.deletes_at ?? null;
      },
    }),

  /** Newest first, up to ten. @throws `unauthenticated`, `unavailable` */
  activity: () =>
    queryOptions({
      queryKey: ['dashboard', 'activity'] as const,
      queryFn: ({ signal }): Promise<Activity[]> =>
        unwrap(supabase().rpc('recent_activity').abortSignal(signal)),
    }),
};

/** Starts the queries of all parts of the page: the document requests them, too. */
export const startQueries = (cache: QueryClient): Promise<void>[] => [
  cache.prefetchQuery(dashboardQueries.totals()),
  cache.prefetchQuery(dashboardQueries.progress()),
  cache.prefetchQuery(dashboardQueries.spendAlerts()),
  cache.prefetchQuery(dashboardQueries.deletion()),
  cache.prefetchQuery(dashboardQueries.activity()),
];
