/** A code that replaces a lost authenticator app. Source: the function `use_recovery_code`. */
import { supabase, unwrap } from '@slipway/data';

/**
 * Turns two-step verification off with a code, and ends other sessions. Returns false when the code is wrong, or after too
 * many wrong ones. @throws `unavailable`, `unexpected`
 */
export const spendRecoveryCode = (code: string): Promise<boolean> =>
  unwrap(supabase().rpc('use_recovery_code', { code }));
