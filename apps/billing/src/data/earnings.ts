/**
 * Earnings of the signed-in user with agents that others use, from the ledger, and their payouts.
 * Source: the functions `earnings_summary`, `earnings_page` and `list_payouts`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';
import { allPages } from './allPages';

type Functions = Database['public']['Functions'];

/**
 * In US dollars: all earnings since the first charge, payouts (pending ones included), the balance, and the part of the
 * balance that the next payout transfers. `payout_state`: none, onboarding, ready or restricted.
 */
export type EarningsSummary = Functions['earnings_summary']['Returns'][number];

/** One agent on one day (UTC). In US dollars: the charges of other users, less refunds, and the creator's share. */
export type DailyEarnings = Omit<Functions['earnings_page']['Returns'][number], 'agent' | 'agent_id'> & {
  /** Null after its deletion. */
  agent: string | null;
  agent_id: string | null;
};

/** `month` is its first day; `given_back` went back to the balance. US dollars; times ISO-8601 UTC. */
export type Payout = Omit<Functions['list_payouts']['Returns'][number], 'paid_at'> & {
  paid_at: string | null;
};

const noEarnings: EarningsSummary = { earned: 0, paid_out: 0, balance: 0, payable: 0, payout_state: 'none' };

export const earningQueries = {
  /** @throws `unavailable`, `unexpected` */
  summary: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'earnings', 'summary'] as const,
      queryFn: async ({ signal }): Promise<EarningsSummary> =>
        (await unwrap(supabase().rpc('earnings_summary').abortSignal(signal)))[0] ?? noEarnings,
    }),

  /** The days with charges among the last `days`, oldest first. @throws `unavailable`, `unexpected` */
  byDay: (userId: string, days: number) =>
    queryOptions({
      queryKey: ['billing', userId, 'earnings', 'by-day', days] as const,
      queryFn: ({ signal }): Promise<DailyEarnings[]> =>
        allPages<DailyEarnings>((last) => {
          const after = last && {
            after_day: last.day,
            ...(last.agent_id !== null && { after_agent: last.agent_id }),
          };
          return unwrap(
            supabase()
              .rpc('earnings_page', { days, ...after })
              .abortSignal(signal),
          );
        }),
    }),

  /** Newest first, up to 120. @throws `unavailable`, `unexpected` */
  payouts: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'earnings', 'payouts'] as const,
      queryFn: ({ signal }): Promise<Payout[]> => unwrap(supabase().rpc('list_payouts').abortSignal(signal)),
    }),
};

/** US dollars, exact to a millionth. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 1e6), 0) / 1e6;
