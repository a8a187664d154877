/**
 * Symptom: `@supabase/lite` ignores `redirect_to` and mails links to the app's root.
 * Hosted Supabase: GoTrue uses `redirect_to` when it is an allowed URL.
 * Test: `fixes.test.ts`, "mailRedirect".
 */
import { localNamesOf } from '../../settings/authSettings';
import { currentRequest } from '../currentRequest';

/** The `redirect_to` of a request; undefined for another origin than the app's. */
export function allowedRedirect(request: Request, origin: string): string | undefined {
  const requested = new URL(request.url).searchParams.get('redirect_to');
  return requested && URL.canParse(requested) && localNamesOf(origin).includes(new URL(requested).origin)
    ? requested
    : undefined;
}

/** The text of a mail, with the current request's redirect in its links. */
export function withRedirect(body: string): string {
  const redirectTo = currentRequest()?.redirectTo;
  if (!redirectTo) return body;
  const parameter = `redirect_to=${encodeURIComponent(redirectTo)}`;
  return body.replace(/redirect_to=[^&"'\s<]+/g, () => parameter);
}
