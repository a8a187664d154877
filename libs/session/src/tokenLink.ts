/**
 * A link with tokens in its fragment, as the embedded backend mails it. An attacker can put the tokens of the attacker's
 * account into a link. So a link signs in only for a flow that this browser began, for the account that is signed in
 * already, or after the user has confirmed it.
 */
import { type AuthError, supabase } from '@slipway/data';
import { takeMailedFlow } from './accounts/mailedFlow';
import { confirmSignIn } from './accounts/signInQuestion';
import { currentSession, endReplaced } from './replacedSession';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

export type TokenLinkResult = { status: 'signed-in' | 'declined' } | { status: 'failed'; error: AuthError };

/** Nothing is stored before the user has agreed. Declining leaves the browser as it was. */
export async function signInWithTokens(tokens: Tokens): Promise<TokenLinkResult> {
  const { auth } = supabase();
  // Asks the service: the text of a token proves nothing.
  const { data, error } = await auth.getUser(tokens.access_token);
  if (error) return { status: 'failed', error };
  const { id, email = '' } = data.user;
  const previous = await currentSession();

  const isExpected = previous?.user.id === id || (await takeMailedFlow(email));
  if (!isExpected && !(await confirmSignIn(email, previous?.user.email))) return { status: 'declined' };

  // Not `previous`: it may have been renewed while the user was asked.
  const replaced = await currentSession();
  const result = await auth.setSession(tokens);
  if (result.error) return { status: 'failed', error: result.error };
  await endReplaced(replaced);
  return { status: 'signed-in' };
}
