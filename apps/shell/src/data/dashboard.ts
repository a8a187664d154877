/**
 * What the dashboard shows of the signed-in person.
 * Source: the functions `dashboard_totals` and `recent_activity`, which read the caller's own rows alone.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** Revenue is US dollars; active users are the distinct callers of the last 30 days. */
export interface DashboardTotals {
  total_agents: number;
  active_users: number;
  revenue: number;
  interactions: number;
}

export interface Activity {
  /** What was done; a kind of a later release is shown as what it is. */
  kind: string;
  /** The agent's or the deployment's name; null when it is gone or may not be read any more. */
  subject: string | null;
  /** ISO-8601 UTC. */
  happened_at: string;
}

/** Of somebody new. */
export const nothing: DashboardTotals = { total_agents: 0, active_users: 0, revenue: 0, interactions: 0 };

export const dashboardQueries = {
  /** @throws `unauthenticated`, `unavailable` */
  totals: () =>
    queryOptions({
      queryKey: ['dashboard', 'totals'] as const,
      queryFn: async ({ signal }): Promise<DashboardTotals> => {
        const [totals] = await unwrap(supabase().rpc('dashboard_totals').abortSignal(signal));
        return totals ?? nothing;
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
