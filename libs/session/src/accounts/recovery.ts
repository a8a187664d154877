/**
 * Password recovery. The auth client reports a recovery link only when it reads the URL itself, which is switched off
 * here (`addressSession.ts`), so this module remembers it.
 */
import { supabase } from '@slipway/data';
import { createStoredValue } from '@slipway/state';
import { createPageValue } from '../pageValue';
import { callAuth } from './authFailure';

/** Kept until the recovery ends: a reload must not open the account with the old password. */
const stored = createStoredValue(() => sessionStorage, 'slipway-recovery', {
  read: (text) => text === 'true',
  write: (value) => (value ? 'true' : null),
});

const recovery = createPageValue(stored.get());

/** The page was opened with a recovery link (PASSWORD_RECOVERY). */
export const beginRecovery = (): void => {
  stored.set(true);
  recovery.set(true);
};

/** The user has set a new password, or signed out. */
export const endRecovery = (): void => {
  stored.remove();
  recovery.set(false);
};

/** Whether the user still has to set a new password. */
export const useRecovery = (): boolean => recovery.use();

/**
 * Sets a new password and ends the user's other sessions. `current` is the current password, which is not needed after
 * a recovery link.
 * @throws `forbidden` (the current password is wrong or missing), `invalid_input` (weak or unchanged),
 * `unauthenticated` (the session is too old), `rate_limited`, `unavailable`, `unexpected`
 */
export async function setPassword(password: string, current?: string): Promise<void> {
  await callAuth('new password', () =>
    supabase().auth.updateUser({ password, ...(current ? { current_password: current } : {}) }),
  );
  endRecovery();
}
