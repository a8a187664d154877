/** What the auth service refuses, in our words. Its code decides, then its message, then its status (T-14). */
import { AppError, type ErrorCode } from '@slipway/contracts';
import type { AuthError } from '@slipway/data';
import { log } from '@slipway/log';
import { noteRefusal } from '../security/recordAuthFailure';

const byCode: Readonly<Record<string, ErrorCode>> = {
  invalid_credentials: 'unauthenticated',
  email_not_confirmed: 'forbidden',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  user_already_exists: 'conflict',
  email_exists: 'conflict',
  weak_password: 'invalid_input',
  same_password: 'invalid_input',
  mfa_verification_failed: 'unauthenticated',
  mfa_challenge_expired: 'unauthenticated',
};

/** Of services that send no code. */
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

/** What the service may be quoted with; anything else could tell of its insides (T-17). */
const quotable: ReadonlySet<string> = new Set([
  'Request rate limit reached',
  'Too many requests',
  'Session not found',
  'Signups not allowed for this instance',
  'Unsupported provider: provider is not enabled',
]);

/** The service's own words where they are fit to be shown. */
export const quotedMessage = (error: unknown): string | undefined =>
  error instanceof Error && quotable.has(error.message) ? error.message : undefined;

/**
 * What the service answered. A returned error is told by its kind, `unavailable` when it is none we know; one that is
 * thrown on the way is `unexpected`. Both are written down, without an address.
 */
export async function answered<Answer extends { error: AuthError | null }>(
  action: string,
  ask: () => Promise<Answer>,
): Promise<Exclude<Answer, { error: AuthError }>> {
  const answer = await ask().catch((cause: unknown) => {
    throw failed(action, new AppError('unexpected', 'The auth client failed', { cause }));
  });
  const { error } = answer;
  if (error) throw failed(action, new AppError(codeOf(error), error.message, { cause: error }));
  return answer as Exclude<Answer, { error: AuthError }>;
}

/** Writes a failure down, on the console and for the server's record; returns it. */
export function failed(action: string, error: AppError): AppError {
  log.warn(`${action} was refused: ${error.code}`);
  noteRefusal(action, error.code);
  return error;
}
