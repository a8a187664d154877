/**
 * The session that a mailed link or a provider brings in the address.
 * Hosted Supabase sends `?code=` (PKCE); the embedded backend sends tokens in the fragment. Both are taken, then removed.
 */
import { supabase } from '@slipway/data';

/** Resolves when the address holds no credentials any more; a link that no longer works leaves the person signed out. */
export async function takeSessionFromAddress(): Promise<void> {
  const { href } = window.location;
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const code = new URL(href).searchParams.get('code');
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  if (!code && !access_token) return;

  // Before the exchange: a token must not outlive this line in the history, whatever the answer is.
  window.history.replaceState(window.history.state, '', withoutCredentials(href));
  const { error } =
    access_token && refresh_token
      ? await supabase().auth.setSession({ access_token, refresh_token })
      : await supabase().auth.exchangeCodeForSession(code ?? '');
  if (error) console.error('the link did not sign in', error.code ?? error.name);
}

/** The same address without its fragment and its `code`. */
function withoutCredentials(href: string): string {
  const url = new URL(href);
  url.hash = '';
  url.searchParams.delete('code');
  return url.href;
}
