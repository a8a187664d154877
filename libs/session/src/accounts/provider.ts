/** Sign-in with an identity provider. Source: `/auth/v1/authorize`. */
import { AppError, type SignInProvider } from '@slipway/contracts';
import { supabase } from '@slipway/data';
import { callAuth, recorded } from './authFailure';
import { redirectUrl } from './redirectUrl';

/**
 * Leaves the page for the provider, which redirects back to `/dashboard`. `offered` are the providers that this
 * environment lists. For any other, asks the service first, so that the user does not leave the page only to see an
 * error.
 * @throws `unavailable` when the request is rejected, with the service's message; `unexpected`
 */
export async function signInWithProvider(
  provider: SignInProvider,
  offered: readonly SignInProvider[],
): Promise<void> {
  const isOffered = offered.includes(provider);
  const options = { redirectTo: redirectUrl(), skipBrowserRedirect: !isOffered };
  const { data } = await callAuth('provider', () => supabase().auth.signInWithOAuth({ provider, options }));
  if (isOffered || data.url === null) return;
  const answer = await fetch(data.url, { redirect: 'manual' }).catch(() => Response.error());
  if (answer.ok || answer.type === 'opaqueredirect') window.location.assign(data.url);
  else throw recorded('provider', new AppError('unavailable', await messageIn(answer)));
}

const messageIn = async (answer: Response): Promise<string> => {
  const { msg } = (await answer.json().catch(() => ({}))) as { msg?: unknown };
  return typeof msg === 'string' ? msg : `The service answers ${String(answer.status)}`;
};
