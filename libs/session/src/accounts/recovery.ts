/**
 * Setting a new password, by whoever came through a recovery link. The auth client tells of such a link only when it
 * reads the address itself, which it does not here (`addressSession.ts`), so this holds it.
 */
import { supabase } from '@slipway/data';
import { createStore } from '../store';
import { answered } from './authFailure';

const recovery = createStore(false);

/** The address was a recovery link's: PASSWORD_RECOVERY. */
export const beginRecovery = (): void => {
  recovery.set(true);
};

/** The person did not want to, or has done it. */
export const endRecovery = (): void => {
  recovery.set(false);
};

/** Whether a new password is still to be set. */
export const useRecovery = (): boolean => recovery.use();

/** @throws `invalid_input` (weak, or the old one), `rate_limited`, `unavailable`, `unexpected` */
export async function setPassword(password: string): Promise<void> {
  await answered('new password', () => supabase().auth.updateUser({ password }));
  endRecovery();
}
