/** Codes that replace a lost authenticator app. Source: the functions `create_recovery_codes` and `count_recovery_codes`. */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** How many codes are left. @throws `unavailable`, `unexpected` */
export const recoveryCodeCount = () =>
  queryOptions({
    queryKey: ['recovery-codes'] as const,
    queryFn: ({ signal }): Promise<number> =>
      unwrap(supabase().rpc('count_recovery_codes').abortSignal(signal)),
  });

/** Returns ten new codes; earlier ones stop working. @throws `forbidden` (signed in more than 15 minutes ago, or without the app) */
export const createRecoveryCodes = (): Promise<string[]> => unwrap(supabase().rpc('create_recovery_codes'));
