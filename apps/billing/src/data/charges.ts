/**
 * The charges of the current billing period, from the ledger.
 * Source: the function `billing_statement`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

type Row = Database['public']['Functions']['billing_statement']['Returns'][number];

/**
 * `amount` is US dollars, negative for a credit. Names are null after a deletion; times ISO-8601 UTC. Refunds of a deployment
 * with the same `reason` on the same day are one charge; `refunded_at` is the time of the last one.
 */
export type Charge = Pick<Row, 'kind' | 'quantity' | 'amount' | 'is_accrued'> & {
  deployment_id: string | null;
  deployment: string | null;
  agent: string | null;
  starts_at: string | null;
  ends_at: string | null;
  refunded_at: string | null;
  reason: string | null;
};

export const chargeQueries = {
  /** Plan first, then monthly agents, calls and refunds. @throws `unavailable`, `unexpected` */
  current: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'charges'] as const,
      queryFn: ({ signal }): Promise<Charge[]> =>
        unwrap(supabase().rpc('billing_statement').abortSignal(signal)),
    }),
};

/** Exact to a millionth of a dollar: adding up prices such as 0.1 and 0.2 as numbers is not. */
export const totalOf = (charges: readonly Pick<Charge, 'amount'>[]): number =>
  charges.reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0) / 1e6;
