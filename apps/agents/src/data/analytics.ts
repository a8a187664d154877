/**
 * Installs, interactions and revenue of an agent per day.
 * Source: the function `agent_figures`, which only its creator may call.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';
import { agentQueries } from './agents';

/** `day` is a date, UTC; `revenue` US dollars. */
export type DayAnalytics = Database['public']['Functions']['agent_figures']['Returns'][number];

export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

export const analyticsQueries = {
  /** Every day of the period, oldest first. @throws `not_found`, `unavailable`, `unexpected` */
  perDay: (agent: string, days: Period) =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'analytics', agent, days] as const,
      queryFn: ({ signal }): Promise<DayAnalytics[]> =>
        unwrap(supabase().rpc('agent_figures', { agent, days }).abortSignal(signal)),
    }),
};

export interface Totals {
  installs: number;
  interactions: number;
  revenue: number;
}

export const sumOf = (days: readonly DayAnalytics[]): Totals =>
  days.reduce<Totals>(
    (sum, day) => ({
      installs: sum.installs + day.installs,
      interactions: sum.interactions + day.interactions,
      revenue: sum.revenue + day.revenue,
    }),
    { installs: 0, interactions: 0, revenue: 0 },
  );
