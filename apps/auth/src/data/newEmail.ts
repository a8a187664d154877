/**
 * The email address that the user asked for in this browser, until a mailed link has made it the account's. Source: user
 * storage in local storage, because the link opens another tab.
 */
import { userStorageKey } from '@slipway/session';
import { createStoredValue } from '@slipway/state';

/** Undefined when none was asked for. */
export const newEmailOf = (userId: string) =>
  createStoredValue(() => localStorage, userStorageKey(userId, 'auth.new-email'), {
    read: (text) => text ?? undefined,
    write: (email: string | undefined) => email ?? null,
  });
