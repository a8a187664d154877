/** Whether a session may still be used, from what is known of it alone. The server decides for itself. */
import type { AuthSession } from '@slipway/data';

/** Milliseconds without a sign of the person after which their session is over. */
export const INACTIVITY_LIMIT = 60 * 60 * 1000;

export type Validity = 'valid' | 'missing' | 'expired' | 'inactive';

/**
 * `lastActivity` and `now` are milliseconds since 1970. A missing `lastActivity` is no inactivity: nothing is known.
 */
export function validityOf(
  session: Pick<AuthSession, 'expires_at'> | null,
  lastActivity: number | undefined,
  now: number,
): Validity {
  if (!session) return 'missing';
  if (lastActivity !== undefined && now - lastActivity > INACTIVITY_LIMIT) return 'inactive';
  if (session.expires_at !== undefined && session.expires_at * 1000 <= now) return 'expired';
  return 'valid';
}
