/**
 * Whether a session was stored when the page opened and has not been reported as ended since. The auth client deletes
 * one that it cannot renew before the page can look at it, and a visitor must not see that a session has expired (T-97).
 */
import { isStoredSession } from '@slipway/data';

let isKnown = false;

/** Call it before the auth client is used. */
export function rememberEarlierSession(): void {
  // The client stores a verifier while a sign-in is under way elsewhere.
  try {
    isKnown = Object.keys(localStorage).some(
      (key) => isStoredSession(key) && !key.endsWith('-code-verifier'),
    );
  } catch {
    isKnown = false; // The browser blocks storage.
  }
}

export const hadEarlierSession = (): boolean => isKnown;

export function forgetEarlierSession(): void {
  isKnown = false;
}
