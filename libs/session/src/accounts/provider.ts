/** Sign-in with an identity provider. Source: `/auth/v1/authorize`. */
import { AppError, type SignInProvider } from '@slipway/contracts';
import { supabase } from '@slipway/data';
import { callAuth, recorded } from './authFailure';
import { redirectUrl } from './redirectUrl';

/**
 * Leaves the page for the provider, which leads back to `/dashboard`. `offered` are the providers of this environment:
 * for any other, the user would leave the page only to see an error of the service.
 * @throws `unavailable` when the provider is not offered or the request is rejected, `unexpected`
 */
export async function signInWithProvider(
  provider: SignInProvider,
  offered: readonly SignInProvider[],
): Promise<void> {
  if (!offered.includes(provider))
    throw recorded('provider', new AppError('unavailable', `Sign-in with ${provider} is not offered here`));
  await callAuth('provider', () =>
    supabase().auth.signInWithOAuth({ provider, options: { redirectTo: redirectUrl() } }),
  );
}
