/**
 * Local storage of one user: slices keep there what the user asked to keep in this browser. Signing out deletes it, and
 * so does the sign-in of another user. A session that expires keeps it for the same user.
 */

const PREFIX = 'slipway.user.';

/** The key of a value that belongs to a user. The name starts with the slice that owns it. */
export const userStorageKey = (userId: string, name: string): string => `${PREFIX}${userId}.${name}`;

/** Deletes the values of all users except `keep`. */
export function forgetUserStorage(keep?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const isKept = keep !== undefined && key.startsWith(userStorageKey(keep, ''));
      if (key.startsWith(PREFIX) && !isKept) localStorage.removeItem(key);
    }
  } catch {
    // The browser blocks storage: there is nothing to delete.
  }
}
