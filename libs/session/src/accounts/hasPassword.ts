/** Whether the account has a password. Source: the function `has_password`. */
import { supabase } from '@slipway/data';
import { readSession } from '../sessionState';

/** Milliseconds. */
const WAIT = 4_000;

/**
 * Never rejects: while the database does not respond, the result comes from the session's providers, and may be wrong.
 */
export async function readHasPassword(): Promise<boolean> {
  const session = readSession();
  const isLikely = session.status !== 'signed-in' || session.user.hasPassword;
  try {
    const { data } = await supabase().rpc('has_password').abortSignal(AbortSignal.timeout(WAIT));
    return typeof data === 'boolean' ? data : isLikely;
  } catch {
    return isLikely;
  }
}
