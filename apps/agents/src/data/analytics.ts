/**
 * What an agent did on each day: installed, asked, paid for.
 * Source: the function `agent_figures`, which answers its creator alone.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';
import { agentQueries } from './agents';

/** `day` is a date, UTC; `revenue` US dollars. */
export type DayFigures = Database['public']['Functions']['agent_figures']['Returns'][number];

export const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];

export const figureQueries = {
  /** Every day of the span, oldest first. @throws `not_found`, `unavailable`, `unexpected` */
  of: (agent: string, days: Span) =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'figures', agent, days] as const,
      queryFn: ({ signal }): Promise<DayFigures[]> =>
        unwrap(supabase().rpc('agent_figures', { agent, days }).abortSignal(signal)),
    }),
};

export interface Totals {
  installs: number;
  interactions: number;
  revenue: number;
}

export const totalsOf = (days: readonly DayFigures[]): Totals =>
  days.reduce<Totals>(
    (sum, day) => ({
      installs: sum.installs + day.installs,
      interactions: sum.interactions + day.interactions,
      revenue: sum.revenue + day.revenue,
    }),
    { installs: 0, interactions: 0, revenue: 0 },
  );
