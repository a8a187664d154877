/**
 * A link with tokens in its fragment, as the embedded backend mails it. An attacker can put the tokens of the
 * attacker's account into a link. So a link signs in only for a flow that this browser began, for the account that is
 * already signed in, or after the user has confirmed it.
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

/** Stores nothing before the user has agreed. Declining changes nothing in the browser. */
export async function signInWithTokens(tokens: Tokens): Promise<TokenLinkResult> {
  const { auth } = supabase();
  // Ask the service: the content of a token is unverified.
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
