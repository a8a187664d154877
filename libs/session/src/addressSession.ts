/**
 * Signs in with the credentials that a mailed link or an identity provider puts into the address.
 * Hosted Supabase sends `?code=` (PKCE), the embedded backend sends tokens in the fragment. Both are removed.
 */
import { supabase } from '@slipway/data';
import { log } from '@slipway/log';
import { setLinkFailure } from './accounts/linkFailure';
import { beginRecovery } from './accounts/recovery';

/** The auth parameters of the query. The fragment is removed as a whole. */
const parameters = ['code', 'error', 'error_code', 'error_description'];

/** Resolves once the address has no credentials. If the link is no longer valid, the user stays signed out. */
export async function takeSessionFromAddress(): Promise<void> {
  const { href } = window.location;
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const query = new URL(href).searchParams;
  const code = query.get('code');
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  const rejection = query.has('error') ? query : fragment.has('error') ? fragment : undefined;
  if (!code && !access_token && !rejection) return;

  // Before the exchange, so that the token never stays in the history, whatever the response is.
  window.history.replaceState(window.history.state, '', withoutCredentials(href));
  if (rejection) {
    // GoTrue has `otp_…` codes for mailed links; errors of an identity provider have no such code.
    setLinkFailure(rejection.get('error_code')?.startsWith('otp_') ? 'link' : 'provider');
    return;
  }

  const { isRecovery, error } =
    access_token && refresh_token
      ? {
          ...(await supabase().auth.setSession({ access_token, refresh_token })),
          isRecovery: fragment.get('type') === 'recovery',
        }
      : await exchange(code ?? '');
  if (error) {
    log.error('the link did not sign in', error.code ?? error.name);
    setLinkFailure('link');
  } else if (isRecovery) beginRecovery();
}

/** All codes look alike; the auth client remembers which one it requested for a recovery. */
async function exchange(code: string) {
  const { data, error } = await supabase().auth.exchangeCodeForSession(code);
  return { error, isRecovery: 'redirectType' in data && data.redirectType === 'recovery' };
}

function withoutCredentials(href: string): string {
  const url = new URL(href);
  url.hash = '';
  for (const name of parameters) url.searchParams.delete(name);
  return url.href;
}
