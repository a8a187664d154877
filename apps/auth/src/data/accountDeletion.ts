/**
 * The deletion of the account, which can be undone until its date. Source: the functions `account_deletion`,
 * `request_account_deletion` and `cancel_account_deletion`.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** When the account is deleted (ISO-8601 UTC), or null. The dashboard reads it under the same key. @throws `unavailable`, `unexpected` */
export const accountDeletionQuery = () =>
  queryOptions({
    queryKey: ['account-deletion'] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const rows = await unwrap(supabase().rpc('account_deletion').abortSignal(signal));
      return rows[0]?.deletes_at ?? null;
    },
  });

/**
 * Returns when the account is deleted (ISO-8601 UTC).
 * @throws `forbidden` (signed in more than 15 minutes ago), `rate_limited` (five requests on this day)
 */
export const requestAccountDeletion = (): Promise<string> =>
  unwrap(supabase().rpc('request_account_deletion'));

/** @throws `unavailable`, `unexpected` */
export async function cancelAccountDeletion(): Promise<void> {
  await unwrap(supabase().rpc('cancel_account_deletion'));
}
