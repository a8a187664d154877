/** Sign-in and sign-up with a password. Source: `/auth/v1/token`, `/auth/v1/signup`. */
import { AppError } from '@slipway/contracts';
import { supabase } from '@slipway/data';
import { callAuth } from './authFailure';
import { replacingSession } from '../replacedSession';
import { beginMailedFlow } from './mailedFlow';
import { redirectUrl } from './redirectUrl';

/** The service has the same limit; checking it here saves the request. */
const PASSWORD_MIN = 8;

/** An email address and a password. */
export interface Credentials {
  email: string;
  /** Sent exactly as it was typed. */
  password: string;
}

/**
 * Signs in with a password. Ends the session that it replaces.
 * @throws `unauthenticated` (wrong email or password), `forbidden` (email not confirmed), `rate_limited`, `unavailable`
 * (any other error of the service), `unexpected` (the client failed)
 */
export async function signIn(credentials: Credentials): Promise<void> {
  await replacingSession(() => callAuth('login', () => supabase().auth.signInWithPassword(credentials)));
}

/**
 * Creates an account. The user confirms the address with a mailed link to `/dashboard`.
 * @throws `conflict` (the address has an account), `invalid_input` (a short or weak password), and as `signIn`
 */
export async function signUp(credentials: Credentials): Promise<void> {
  if (credentials.password.length < PASSWORD_MIN)
    throw new AppError('invalid_input', 'The password is too short');
  await callAuth('signup', () =>
    supabase().auth.signUp({ ...credentials, options: { emailRedirectTo: redirectUrl() } }),
  );
  await beginMailedFlow(credentials.email);
}
