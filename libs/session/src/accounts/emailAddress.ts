/** A change of the user's email address. Source: `/auth/v1/user`. */
import { supabase } from '@slipway/data';
import { callAuth } from './authFailure';
import { beginMailedFlow } from './mailedFlow';
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
