/**
 * Spend limits that are reached: calls of a deployment are rejected before they begin, and a rejected call is not recorded.
 * Source: the function `list_spend_limits`. The keys and rows are those of Billing, which shares them (`caches`): its slot in the
 * details reads the first one too, so both send one request, and a change there is read here.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

type Row = Database['public']['Functions']['list_spend_limits']['Returns'][number];

/** The generated types miss that these may be null. US dollars; `resets_at` is ISO-8601 UTC. */
export type Limit = Pick<Row, 'scope' | 'subject' | 'spent' | 'resets_at'> & {
  amount: number | null;
  name: string | null;
  /** The highest alert in percent. 100 comes before all is spent: when the next call does not fit. */
  alerted: number | null;
};

export const limitQueries = {
  /** Of the deployment and its working keys, or of the account and all that is limited. @throws `unavailable`, `unexpected` */
  of: (deployment?: string) =>
    queryOptions({
      queryKey: ['spend-limits', deployment ?? 'account'] as const,
      queryFn: async ({ signal }): Promise<Limit[]> =>
        unwrap(
          supabase()
            .rpc('list_spend_limits', deployment === undefined ? {} : { deployment })
            .abortSignal(signal),
        ) as Promise<Limit[]>,
    }),
};

export const isReached = ({ amount, spent, alerted }: Limit): boolean =>
  amount !== null && (alerted === 100 || spent >= amount);
