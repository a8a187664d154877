/** Whether a session may still be used, as far as the browser can tell. The server decides for itself. */
import type { AuthSession } from '@slipway/data';

/** Milliseconds of inactivity after which a session ends. */
export const INACTIVITY_LIMIT = 60 * 60 * 1000;

export type Validity = 'valid' | 'missing' | 'expired' | 'inactive';

/** `lastActivity` and `now` are milliseconds since 1970. An unknown `lastActivity` does not count as inactivity. */
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
