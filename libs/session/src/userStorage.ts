/**
 * Storage of one user: local storage for data that the user asked to keep in this browser, session storage for data of this
 * tab. Signing out deletes both, and so does the sign-in of another user. A session that expires keeps them for the
 * same user.
 */

const PREFIX = 'slipway.user.';

/** The key of a value that belongs to a user. The name starts with the slice that owns it. */
export const userStorageKey = (userId: string, name: string): string => `${PREFIX}${userId}.${name}`;

/** Deletes the values of all users except `keep`. */
export function forgetUserStorage(keep?: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) {
        const isKept = keep !== undefined && key.startsWith(userStorageKey(keep, ''));
        if (key.startsWith(PREFIX) && !isKept) storage.removeItem(key);
      }
  } catch {
    // The browser blocks storage: there is nothing to delete.
  }
}
