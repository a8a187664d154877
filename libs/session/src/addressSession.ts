/**
 * The session that a mailed link or a provider brings in the address, or why there is none.
 * Hosted Supabase sends `?code=` (PKCE); the embedded backend sends tokens in the fragment. Both are taken, then removed.
 */
import { supabase } from '@slipway/data';
import { setLinkProblem } from './accounts/linkProblem';
import { beginRecovery } from './accounts/recovery';
import { log } from '@slipway/log';

/** What the address may hold that is nobody else's business, in its query and in its fragment. */
const ours = ['code', 'error', 'error_code', 'error_description'];

/** Resolves when the address holds no credentials any more; a link that no longer works leaves the person signed out. */
export async function takeSessionFromAddress(): Promise<void> {
  const { href } = window.location;
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const query = new URL(href).searchParams;
  const code = query.get('code');
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  const refusal = query.has('error') ? query : fragment.has('error') ? fragment : undefined;
  if (!code && !access_token && !refusal) return;

  // Before the exchange: a token must not outlive this line in the history, whatever the answer is.
  window.history.replaceState(window.history.state, '', withoutCredentials(href));
  if (refusal) {
    // GoTrue names what is wrong with a mailed link (`otp_expired`); what a provider refused has no such code.
    setLinkProblem(refusal.get('error_code')?.startsWith('otp_') ? 'link' : 'provider');
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
    setLinkProblem('link');
  } else if (isRecovery) beginRecovery();
}

/** The client remembers for what it asked: a recovery's code looks like any other. */
async function exchange(code: string) {
  const { data, error } = await supabase().auth.exchangeCodeForSession(code);
  return { error, isRecovery: 'redirectType' in data && data.redirectType === 'recovery' };
}

/** The same address without its fragment and what the service added to its query. */
function withoutCredentials(href: string): string {
  const url = new URL(href);
  url.hash = '';
  for (const name of ours) url.searchParams.delete(name);
  return url.href;
}
