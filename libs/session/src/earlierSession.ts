/**
 * Whether a session was stored when the page opened and its end has not been reported since. The auth client deletes a
 * session that it cannot renew before the page can read it, and a visitor must not see that a session has expired
 * (T-97).
 */
import { isStoredSession } from '@slipway/data';

let isKnown = false;

/** Call it before the auth client is used. */
export function rememberEarlierSession(): void {
  // The client stores a verifier while a sign-in continues on another page.
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
