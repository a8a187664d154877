/** When the email of a pending sign-up may be sent again. Loads with what is shown after it. */
import { MAIL_WAIT } from '@slipway/session';
import { pendingSignUp } from './pendingSignUp';

/** Seconds until another email may be sent. A reload does not restart the countdown. */
export function waitForPendingSignUp(): number {
  const { at = Date.now() } = pendingSignUp.get() ?? {};
  return Math.min(MAIL_WAIT, Math.max(0, MAIL_WAIT - Math.floor((Date.now() - at) / 1000)));
}
