/**
 * Symptom: `@supabase/lite` has no SSO endpoint, and rejects an anonymous sign-in for its missing address.
 * Hosted Supabase: GoTrue says that the provider is disabled.
 * Test: `supabase-js/supabaseJs.test.ts`, "signInWithSSO" and "signInAnonymously".
 */
import { trimmedPath } from '@slipway/server';
import { authFields } from './malformedBodies';

const disabled = (code: number, error_code: string, msg: string) =>
  Response.json({ code, error_code, msg }, { status: code });

/** The response for a sign-in that is not offered. `request` stays unread. */
export async function disabledSignIn(request: Request): Promise<Response | undefined> {
  if (request.method !== 'POST') return undefined;
  const path = trimmedPath(new URL(request.url).pathname);
  if (path === '/auth/v1/sso') return disabled(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  if (path !== '/auth/v1/signup') return undefined;
  const body = await authFields(request);
  return 'email' in body || 'phone' in body
    ? undefined
    : disabled(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
}
