/** Signing in, up and out. Source: `/auth/v1/token`, `/auth/v1/signup`, `/auth/v1/logout`. */
import { AppError, type ErrorCode } from '@slipway/contracts';
import { type AuthError, supabase } from '@slipway/data';

const byCode: Readonly<Record<string, ErrorCode>> = {
  invalid_credentials: 'unauthenticated',
  email_not_confirmed: 'forbidden',
  over_request_rate_limit: 'rate_limited',
  user_already_exists: 'conflict',
  email_exists: 'conflict',
  weak_password: 'invalid_input',
};

const toAppError = (error: AuthError) =>
  new AppError(
    byCode[error.code ?? ''] ?? (error.status === 429 ? 'rate_limited' : 'unexpected'),
    error.message,
    { cause: error },
  );

/** @throws `unauthenticated` (wrong pair), `forbidden` (address not confirmed), `rate_limited`, `unexpected` */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const { error } = await supabase().auth.signInWithPassword(credentials);
  if (error) throw toAppError(error);
}

/**
 * Creates an account; the person then confirms the address by a mailed link to `/dashboard`.
 * @throws `conflict` (the address has an account), `invalid_input` (a weak password), `rate_limited`, `unexpected`
 */
export async function signUp(credentials: { email: string; password: string }): Promise<void> {
  const emailRedirectTo = `${window.location.origin}/dashboard`;
  const { error } = await supabase().auth.signUp({ ...credentials, options: { emailRedirectTo } });
  if (error) throw toAppError(error);
}

/** Ends this browser's session; other devices stay signed in. @throws `unexpected` */
export async function signOut(): Promise<void> {
  const { error } = await supabase().auth.signOut({ scope: 'local' });
  if (error) throw toAppError(error);
}
