/** Turns errors of the auth service into `AppError`s. The error's code decides, then its message, then its status (T-14). */
import { AppError, type ErrorCode } from '@slipway/contracts';
import type { AuthError } from '@slipway/data';
import { log } from '@slipway/log';
import { recordAuthFailure } from '../security/recordAuthFailure';

const byCode: Readonly<Record<string, ErrorCode>> = {
  invalid_credentials: 'unauthenticated',
  email_not_confirmed: 'forbidden',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  user_already_exists: 'conflict',
  email_exists: 'conflict',
  weak_password: 'invalid_input',
  same_password: 'invalid_input',
  reauthentication_needed: 'unauthenticated',
  current_password_required: 'forbidden',
  current_password_invalid: 'forbidden',
  insufficient_aal: 'unauthenticated',
  mfa_verification_failed: 'unauthenticated',
  mfa_challenge_expired: 'unauthenticated',
  otp_expired: 'unauthenticated',
};

/** For services that send no code. */
const byMessage: readonly (readonly [RegExp, ErrorCode])[] = [
  [/invalid login credentials/i, 'unauthenticated'],
  [/email not confirmed/i, 'forbidden'],
  [/too many requests|rate limit/i, 'rate_limited'],
  [/already (?:been )?registered/i, 'conflict'],
  [/password should be/i, 'invalid_input'],
];

function codeOf({ code, message, status }: AuthError): ErrorCode {
  const known = byCode[code ?? ''] ?? byMessage.find(([pattern]) => pattern.test(message))?.[1];
  return known ?? (status === 429 ? 'rate_limited' : 'unavailable');
}

/** Whether a new password was rejected because it is in the service's list of leaked or common ones. */
export function isCommonPassword(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const reasons: unknown = cause instanceof Error && 'reasons' in cause ? cause.reasons : undefined;
  return Array.isArray(reasons) && reasons.includes('pwned');
}

/** The only messages of the service that are shown; others could reveal internals (T-17). */
const quotable: ReadonlySet<string> = new Set([
  'Request rate limit reached',
  'Too many requests',
  'Session not found',
  'Signups not allowed for this instance',
  'Unsupported provider: provider is not enabled',
]);

/** The service's message, if it is fit to be shown. */
export const quotedMessage = (error: unknown): string | undefined =>
  error instanceof Error && quotable.has(error.message) ? error.message : undefined;

/**
 * Calls the auth client and returns its result. `action` names the call in logs.
 * @throws the code of a returned error, `unavailable` when it is unknown; `unexpected` when the client itself throws
 */
export async function callAuth<Result extends { error: AuthError | null }>(
  action: string,
  call: () => Promise<Result>,
): Promise<Exclude<Result, { error: AuthError }>> {
  const result = await call().catch((cause: unknown) => {
    throw recorded(action, new AppError('unexpected', 'The auth client failed', { cause }));
  });
  const { error } = result;
  if (error) throw recorded(action, new AppError(codeOf(error), error.message, { cause: error }));
  return result as Exclude<Result, { error: AuthError }>;
}

/** Logs an error and adds it to the server's audit log, without user input. Returns the error. */
export function recorded(action: string, error: AppError): AppError {
  log.warn(`${action} failed: ${error.code}`);
  recordAuthFailure(action, error.code);
  return error;
}
