/** Whether the account has a password. Source: the function `has_password`. */
import { supabase } from '@slipway/data';
import { readSession } from '../sessionState';

/** Never rejects: while the database does not respond, the providers of the session decide, which can be wrong. */
export async function readHasPassword(): Promise<boolean> {
  const session = readSession();
  const isLikely = session.status !== 'signed-in' || session.user.hasPassword;
  try {
    const { data } = await supabase().rpc('has_password');
    return typeof data === 'boolean' ? data : isLikely;
  } catch {
    return isLikely;
  }
}
