/**
 * The address of an account that is not confirmed yet, for as long as its code works. A phone discards the tab while its user
 * reads the mail. Source: this tab's session storage.
 */
import { useEffect } from 'react';
import { useSession } from '@slipway/session';
import { createStoredValue, json } from '@slipway/state';

/** The code's, in milliseconds. */
const LIFETIME = 3_600_000;

export const pendingSignUp = createStoredValue(
  () => sessionStorage,
  'slipway.sign-up',
  json((value) => {
    const { email, at } = (value ?? {}) as Partial<Record<string, unknown>>;
    return typeof email === 'string' && typeof at === 'number' ? { email, at } : undefined;
  }),
);

/** Undefined when there is none, when it is too old, or when storage is blocked. */
export function readPendingSignUp(): string | undefined {
  const { email, at = 0 } = pendingSignUp.get() ?? {};
  return Date.now() - at < LIFETIME ? email : undefined;
}

/** `undefined` deletes it. */
export function storePendingSignUp(email: string | undefined): void {
  if (email === undefined) pendingSignUp.remove();
  else pendingSignUp.set({ email, at: Date.now() });
}

/** Deletes it when a user is signed in: the account is confirmed, or the address is another user's. */
export function useForgetPendingSignUp(): void {
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed-in') storePendingSignUp(undefined);
  }, [status]);
}
