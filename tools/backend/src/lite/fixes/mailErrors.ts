/**
 * Symptom: `@supabase/lite` responds with a plain 500 when its mail driver fails.
 * Hosted Supabase: GoTrue responds with 500 `unexpected_failure`, without the mail server's message.
 * Test: `smtp.test.ts`, "fails the sign-up as GoTrue does".
 */
import { currentRequest } from '../currentRequest';

export function withMailError(response: Response): Response {
  if (response.status < 500 || !currentRequest()?.hasMailError) return response;
  return Response.json(
    { code: 500, error_code: 'unexpected_failure', msg: 'Error sending email' },
    { status: 500, headers: { 'x-sb-error-code': 'unexpected_failure' } },
  );
}
