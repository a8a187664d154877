/** Limits how often a user may try to sign in or up with one email address. */
import { readAttempts, writeAttempts } from './authFailures';
import { createRateLimiter, defaultLimit, type RateLimit } from './rateLimiter';
import { logSecurityEvent, truncatedEmail } from './securityLog';

/** The kinds of attempts that have a limit. */
export type AuthAction = 'login' | 'signup';

const limits: Readonly<Record<AuthAction, RateLimit>> = {
  login: { ...defaultLimit, attempts: 5 },
  signup: { ...defaultLimit, attempts: 3 },
};

const limiter = createRateLimiter({ read: readAttempts, write: writeAttempts });

const identifier = (action: AuthAction, email: string) => `${action} ${email.trim().toLowerCase()}`;

/** Counts an attempt. Returns false, and logs a security event, when the limit is exceeded. */
export async function mayAttempt(action: AuthAction, email: string): Promise<boolean> {
  const isAllowed = await limiter.attempt(identifier(action, email), limits[action]);
  if (!isAllowed) logSecurityEvent('rate_limit_exceeded', { action, email: truncatedEmail(email.trim()) });
  return isAllowed;
}

/** When the next attempt is allowed, if the limit is reached. */
export async function nextAttempt(action: AuthAction, email: string): Promise<Date | undefined> {
  const time = await limiter.freeAt(identifier(action, email), limits[action]);
  return time === undefined ? undefined : new Date(time);
}

/** Call it after a success: earlier typing errors must not lock the user out. */
export const clearAttempts = (action: AuthAction, email: string): Promise<void> =>
  limiter.clear(identifier(action, email));
