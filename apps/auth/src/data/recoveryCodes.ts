/**
 * Codes that replace a lost authenticator app. Source: the functions `create_recovery_codes`, `count_recovery_codes` and
 * `use_recovery_code`.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** How many codes are left. @throws `unavailable`, `unexpected` */
export const recoveryCodeCount = () =>
  queryOptions({
    queryKey: ['recovery-codes'] as const,
    queryFn: ({ signal }): Promise<number> =>
      unwrap(supabase().rpc('count_recovery_codes').abortSignal(signal)),
  });

/** Returns ten new codes; earlier ones stop working. @throws `forbidden` (this session has not used a code of the app) */
export const createRecoveryCodes = (): Promise<string[]> => unwrap(supabase().rpc('create_recovery_codes'));

/**
 * Turns two-step verification off with a code, and ends other sessions. Returns false when the code is wrong, or after too
 * many wrong ones. @throws `unavailable`, `unexpected`
 */
export const spendRecoveryCode = (code: string): Promise<boolean> =>
  unwrap(supabase().rpc('use_recovery_code', { code }));
