/**
 * Symptom: `@supabase/lite` responds with a plain 500 when its mail driver fails.
 * Hosted Supabase: GoTrue responds with 500 `unexpected_failure`, without the mail server's message.
 * Test: `smtp.test.ts`, "a server without a mailer".
 */
import { currentRequest } from '../currentRequest';

export const mailError = (): Response =>
  Response.json(
    { code: 500, error_code: 'unexpected_failure', msg: 'Error sending email' },
    { status: 500, headers: { 'x-sb-error-code': 'unexpected_failure' } },
  );

export const withMailError = (response: Response): Response =>
  response.status >= 500 && currentRequest()?.hasMailError ? mailError() : response;
