/**
 * Reached spend limits, and the plan's messages: calls of a deployment are rejected before they begin, and rejected
 * calls are not recorded. Source: the functions `list_spend_limits` and `message_quota`. The query keys and rows of the
 * first are those of Billing, which shares them (`caches`). Its slot in the details uses the same query, so both send
 * one request, and a change there is visible here.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

type Functions = Database['public']['Functions'];
type Row = Functions['list_spend_limits']['Returns'][number];

/** The generated types miss that these may be null. US dollars; `resets_at` is ISO-8601 UTC. */
export type Limit = Pick<Row, 'scope' | 'subject' | 'spent' | 'resets_at'> & {
  amount: number | null;
  name: string | null;
  /** The highest alert in percent. 100 is sent before all is spent: when the next call does not fit. */
  alerted: number | null;
};

/** Messages of a period, which ends at `period_end`, ISO-8601 UTC. `quota` is null without a limit. */
export type MessageQuota = Omit<Functions['message_quota']['Returns'][number], 'quota'> & {
  quota: number | null;
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

  /** Read for each dialog: another plan, and each call, changes it. @throws `unavailable`, `unexpected` */
  messages: () =>
    queryOptions({
      queryKey: ['message-quota'] as const,
      staleTime: 0,
      gcTime: 0,
      queryFn: ({ signal }): Promise<MessageQuota> =>
        unwrap(supabase().rpc('message_quota').abortSignal(signal).single<MessageQuota>()),
    }),
};

export const isUsedUp = ({ quota, used }: Pick<MessageQuota, 'quota' | 'used'>): boolean =>
  quota !== null && used >= quota;

export const isReached = ({ amount, spent, alerted }: Limit): boolean =>
  amount !== null && (alerted === 100 || spent >= amount);
