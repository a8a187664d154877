/** A change of the user's email address. Source: `/auth/v1/user`, `/auth/v1/verify`. */
import { supabase } from '@slipway/data';
import { callAuth } from './authFailure';
import { currentSession, endReplaced } from '../replacedSession';
import { beginMailedFlow, endMailedFlow } from './mailedFlow';
import { redirectUrl } from './redirectUrl';

/**
 * Mails a link to the new address, which completes the change. Succeeds also for an address that has an account, which
 * receives no link.
 * @throws `forbidden` (the current password is wrong or missing), `unauthenticated` (the session is too old),
 * `rate_limited`, `unavailable`, `unexpected`
 */
export async function changeEmail(email: string, current?: string): Promise<void> {
  await callAuth('new email', () =>
    supabase().auth.updateUser(
      { email, ...(current ? { current_password: current } : {}) },
      { emailRedirectTo: redirectUrl() },
    ),
  );
  await beginMailedFlow(email);
}

/**
 * Confirms the new address with the code of its email. Resolves with whether it is the account's now: hosted Supabase waits for
 * the current address too ("Secure email change").
 * @throws `unauthenticated` (wrong or expired), `rate_limited`, `unavailable`, `unexpected`
 */
export async function confirmEmail(email: string, code: string): Promise<boolean> {
  const replaced = await currentSession();
  const { data } = await callAuth('confirm the new email', () =>
    supabase().auth.verifyOtp({ email, token: code, type: 'email_change' }),
  );
  if (!data.session) return false;
  endMailedFlow();
  await endReplaced(replaced);
  return true;
}
