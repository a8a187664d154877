/**
 * Emails that a user may request, and the code in one. The response is the same for an address without an account.
 * Source: `/auth/v1/recover`, `/auth/v1/resend`, `/auth/v1/verify`.
 */
import { supabase } from '@slipway/data';
import { callAuth } from './authFailure';
import { replacingSession } from '../replacedSession';
import { beginMailedFlow, endMailedFlow } from './mailedFlow';
import { redirectUrl } from './redirectUrl';

/** Seconds between two emails to one account; `supabase/config.toml` and the embedded backend use the same. */
export const MAIL_WAIT = 60;

/** Sends a link for setting a new password. @throws `rate_limited`, `unavailable`, `unexpected` */
export async function requestRecovery(email: string): Promise<void> {
  await callAuth('recovery', () =>
    supabase().auth.resetPasswordForEmail(email, { redirectTo: redirectUrl() }),
  );
  await beginMailedFlow(email);
}

/**
 * Confirms a new account with the code of its email, and signs in.
 * @throws `unauthenticated` (wrong or expired), `rate_limited`, `unavailable`, `unexpected`
 */
export async function confirmSignUp(email: string, code: string): Promise<void> {
  await replacingSession(() =>
    callAuth('confirm', () => supabase().auth.verifyOtp({ email, token: code, type: 'signup' })),
  );
  endMailedFlow();
}

/** Sends the confirmation link again. @throws `rate_limited`, `unavailable`, `unexpected` */
export async function resendConfirmation(email: string): Promise<void> {
  await callAuth('resend', () =>
    supabase().auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectUrl() } }),
  );
  await beginMailedFlow(email);
}
