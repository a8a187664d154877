/**
 * The charges of the current billing period, from the ledger.
 * Source: the function `billing_statement`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

type Row = Database['public']['Functions']['billing_statement']['Returns'][number];

/** `amount` is US dollars, negative for a credit. Names are null after a deletion; times ISO-8601 UTC. */
export type Charge = Pick<Row, 'kind' | 'quantity' | 'amount' | 'is_accrued'> & {
  deployment_id: string | null;
  deployment: string | null;
  agent: string | null;
  starts_at: string | null;
  ends_at: string | null;
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
