/** Whether the user has started a checkout in this browser. Otherwise the parameters of the return URL are ignored. */
import { userStorageKey } from '@slipway/session';
import { createStoredValue } from '@slipway/state';

/** Milliseconds. A page for a checkout expires after a day. */
const LIFETIME = 24 * 60 * 60 * 1000;

export const pendingCheckout = (userId: string) =>
  createStoredValue(() => localStorage, userStorageKey(userId, 'billing.checkout'), {
    read: (text) => Date.now() - Number(text) < LIFETIME,
    write: (isPending) => (isPending ? String(Date.now()) : null),
  });
