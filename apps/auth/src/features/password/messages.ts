/** The text of the dialogs for a forgotten and for a new password. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  newPassword: 'New password',
  forgotTitle: 'Reset your password',
  forgotText: 'We’ll email you a link to choose a new password.',
  linkSent: 'If {email} has an account, we’ve sent a link. It works once and expires in an hour.',
  setPasswordTitle: 'Choose a new password',
  recoveryText: 'Your old password stops working. Your other devices are signed out.',
  recoveryEnd: 'Sign out instead',
  setPasswordText: 'You’ll stay signed in here. Your other devices are signed out.',
  savePassword: 'Save password',
  passwordSaved: 'Password changed',
  passwordRejected: 'That password can’t be used. Choose one you haven’t used before.',
  signInTooOld: 'For security, sign in again to change your password.',
  passwordFailed: 'Couldn’t change your password. Try again in a moment.',
});

const passwordFailures: Partial<Record<ErrorCode, string>> = {
  invalid_input: t('passwordRejected'),
  unauthenticated: t('signInTooOld'),
};

export const passwordFailure = (code: ErrorCode) => passwordFailures[code] ?? t('passwordFailed');
