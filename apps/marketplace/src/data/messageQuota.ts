/**
 * The messages of the user's plan, which calls of deployments use up; the conversation in the details does not.
 * Source: the function `message_quota`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

/** Messages of a period, which ends at `period_end`, ISO-8601 UTC. `quota` is null without a limit. */
export type MessageQuota = Omit<
  Database['public']['Functions']['message_quota']['Returns'][number],
  'quota'
> & { quota: number | null };

/** Null when the server gives none. Read for each dialog: another plan, and each call, changes it. @throws `unavailable`, `unexpected` */
export const messageQuotaQuery = () =>
  queryOptions({
    queryKey: ['plan-messages'] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<MessageQuota | null> => {
      const rows: MessageQuota[] = await unwrap(supabase().rpc('message_quota').abortSignal(signal));
      return rows[0] ?? null;
    },
  });
