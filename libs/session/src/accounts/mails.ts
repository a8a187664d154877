/** Mails a person may ask for. Source: `/auth/v1/recover`, `/auth/v1/resend`. Each answers the same for an address without an account. */
import { supabase } from '@slipway/data';
import { arrival } from './redirectUrl';
import { answered } from './authFailure';

/** Seconds between two mails to one account; `supabase/config.toml` and `tools/backend` say the same. */
export const MAIL_WAIT = 60;

/** Mails a link that leads to setting a new password. @throws `rate_limited`, `unavailable`, `unexpected` */
export async function requestRecovery(email: string): Promise<void> {
  await answered('recovery', () => supabase().auth.resetPasswordForEmail(email, { redirectTo: arrival() }));
}

/** Mails the confirmation link again. @throws `rate_limited`, `unavailable`, `unexpected` */
export async function resendConfirmation(email: string): Promise<void> {
  await answered('resend', () =>
    supabase().auth.resend({ type: 'signup', email, options: { emailRedirectTo: arrival() } }),
  );
}
