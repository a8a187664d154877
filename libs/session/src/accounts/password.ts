/** Signing in and up. Source: `/auth/v1/token`, `/auth/v1/signup`. */
import { AppError } from '@slipway/contracts';
import { supabase } from '@slipway/data';
import { answered } from './authFailure';
import { arrival } from './redirectUrl';

/** The service's rule too: a shorter one is not worth a request. */
const PASSWORD_MIN = 8;

export interface Credentials {
  email: string;
  /** Sent exactly as it was typed. */
  password: string;
}

/**
 * @throws `unauthenticated` (wrong pair), `forbidden` (address not confirmed), `rate_limited`, `unavailable` (any other
 * answer), `unexpected` (no answer was understood)
 */
export async function signIn(credentials: Credentials): Promise<void> {
  await answered('login', () => supabase().auth.signInWithPassword(credentials));
}

/**
 * Creates an account; the person then confirms the address by a mailed link to `/dashboard`.
 * @throws `conflict` (the address has an account), `invalid_input` (a short or weak password), and as `signIn`
 */
export async function signUp(credentials: Credentials): Promise<void> {
  if (credentials.password.length < PASSWORD_MIN)
    throw new AppError('invalid_input', 'The password is too short');
  await answered('signup', () =>
    supabase().auth.signUp({ ...credentials, options: { emailRedirectTo: arrival() } }),
  );
}
