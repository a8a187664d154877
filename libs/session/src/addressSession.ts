/**
 * Signs in with the credentials that a mailed link or an identity provider puts into the URL. Hosted Supabase sends
 * `?code=` (PKCE), the embedded backend sends tokens in the fragment. Both are removed from the URL.
 */
import { supabase } from '@slipway/data';
import { log } from '@slipway/log';
import { setEmailChanged } from './accounts/changedEmail';
import { setLinkFailure } from './accounts/linkFailure';
import { beginRecovery, endRecovery } from './accounts/recovery';
import { beginActivity } from './activity';
import { currentSession, endReplaced } from './replacedSession';
import { signInWithTokens } from './tokenLink';

/** The auth parameters of the query. The fragment is removed as a whole. */
const parameters = ['code', 'error', 'error_code', 'error_description'];

/**
 * Resolves when the link has signed the user in or has failed, after any confirmation by the user. A link that is no
 * longer valid does not change the stored session.
 */
export async function takeSessionFromAddress(): Promise<void> {
  const { href } = window.location;
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const query = new URL(href).searchParams;
  const code = query.get('code');
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  const rejection = query.has('error') ? query : fragment.has('error') ? fragment : undefined;
  if (!code && !access_token && !refresh_token && !rejection) return;

  // Before the exchange, so that the token never stays in the history, whatever the response is.
  window.history.replaceState(window.history.state, '', withoutCredentials(href));
  if (rejection) {
    // GoTrue has `otp_…` codes for mailed links; errors of an identity provider have no such code.
    setLinkFailure(rejection.get('error_code')?.startsWith('otp_') ? 'link' : 'provider');
    return;
  }

  const result =
    access_token && refresh_token
      ? {
          ...(await signInWithTokens({ access_token, refresh_token })),
          isRecovery: fragment.get('type') === 'recovery',
        }
      : await exchange(code ?? '');
  if (result.status === 'declined') return;
  if (result.status === 'failed') {
    log.error('the link did not sign in', result.error.code ?? result.error.name);
    setLinkFailure('link');
    return;
  }
  // The activity of an earlier session must not end this one.
  beginActivity();
  // A code does not record the purpose of its link; the browser that requested the change recognizes the address.
  setEmailChanged(fragment.get('type') === 'email_change');
  if (result.isRecovery) beginRecovery();
  else endRecovery();
}

/**
 * The service accepts a code only with the verifier of the browser that requested it. All codes look alike; the auth
 * client remembers which one it requested for a recovery.
 */
async function exchange(code: string) {
  const replaced = await currentSession();
  const { data, error } = await supabase().auth.exchangeCodeForSession(code);
  if (error) return { status: 'failed', error } as const;
  await endReplaced(replaced);
  return {
    status: 'signed-in',
    isRecovery: 'redirectType' in data && data.redirectType === 'recovery',
  } as const;
}

function withoutCredentials(href: string): string {
  const url = new URL(href);
  url.hash = '';
  for (const name of parameters) url.searchParams.delete(name);
  return url.href;
}
