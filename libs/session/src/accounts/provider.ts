/** Signing in by somebody else's word. Source: `/auth/v1/authorize`. */
import { AppError, type SignInProvider } from '@slipway/contracts';
import { supabase } from '@slipway/data';
import { arrival } from './redirectUrl';
import { answered, failed } from './authFailure';

/**
 * Leaves the page for the provider, which leads back to `/dashboard`. `offered` are the providers of this environment:
 * for another one the person would leave the page to read the service's refusal.
 * @throws `unavailable` when it is not offered or refused, `unexpected`
 */
export async function signInWithProvider(
  provider: SignInProvider,
  offered: readonly SignInProvider[],
): Promise<void> {
  if (!offered.includes(provider))
    throw failed('provider', new AppError('unavailable', `Sign-in with ${provider} is not offered here`));
  await answered('provider', () =>
    supabase().auth.signInWithOAuth({ provider, options: { redirectTo: arrival() } }),
  );
}
