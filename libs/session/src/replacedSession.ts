/**
 * The session that a new one replaces in this browser. It ends on the server: it would stay valid there, with no browser that can
 * end it, and the list of devices would have it.
 */
import { type AuthSession, supabase } from '@slipway/data';

export async function currentSession(): Promise<AuthSession | null> {
  const { data } = await supabase().auth.getSession();
  return data.session;
}

/** Call it once the new session is stored. A failure is ignored: the new session works. */
export async function endReplaced(replaced: AuthSession | null): Promise<void> {
  if (!replaced || replaced.access_token === (await currentSession())?.access_token) return;
  await supabase().auth.admin.signOut(replaced.access_token, 'local');
}
