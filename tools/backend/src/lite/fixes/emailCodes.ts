/**
 * Symptom: `@supabase/lite` rejects `verifyOtp` with the type `email`, which supabase-js recommends.
 * Hosted Supabase: GoTrue accepts the code of a sign-up or of a sign-in, as for the older type `magiclink`.
 * Test: `supabase-js/supabaseJs.test.ts`, "verifyOtp with the type email".
 */
import { trimmedPath } from '@slipway/server';
import { authFields } from './malformedBodies';

export async function withEmailCodes(request: Request): Promise<Request> {
  const path = trimmedPath(new URL(request.url).pathname);
  if (request.method !== 'POST' || path !== '/auth/v1/verify') return request;
  const body = await authFields(request);
  return body.type === 'email'
    ? new Request(request, { body: JSON.stringify({ ...body, type: 'magiclink' }) })
    : request;
}
