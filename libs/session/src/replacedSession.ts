/**
 * Ends the session that a new one replaces in this browser. Otherwise it would stay valid on the server and in the list
 * of devices, and no browser could end it. Requests that are in flight with its token are repeated with the new one
 * (`client.ts` of `libs/data`).
 */
import { type AuthSession, supabase } from '@slipway/data';
import { claimsOf } from './accounts/tokenClaims';

/** Stays the same when the session is renewed, unlike the token. */
const idOf = ({ access_token }: AuthSession) => claimsOf(access_token).session_id ?? access_token;

export async function currentSession(): Promise<AuthSession | null> {
  const { data } = await supabase().auth.getSession();
  return data.session;
}

/** Call it once the new session is stored. A failure is ignored: the new session works. */
export async function endReplaced(replaced: AuthSession | null): Promise<void> {
  if (!replaced) return;
  const current = await currentSession();
  // Another tab may have stored it again: then it is the current session of this browser.
  if (current && idOf(current) === idOf(replaced)) return;
  await supabase().auth.admin.signOut(replaced.access_token, 'local');
}

/** Returns the result of `signIn`, which stores a session, and ends the replaced session. @throws as `signIn` */
export async function replacingSession<Result>(signIn: () => Promise<Result>): Promise<Result> {
  const replaced = await currentSession();
  const result = await signIn();
  await endReplaced(replaced);
  return result;
}
