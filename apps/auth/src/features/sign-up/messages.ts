/** The text of the sign-up page. It shares strings with the sign-in page: `src/messages.ts`. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  haveAccount: 'Already have an account?',
  signUpIntro: 'Free to start. No card, no technical expertise required.',
  signedUp: 'Check your email for the confirmation link!',
  inboxText: 'We sent a link and a six-digit code to {email}. Open the link, or enter the code here.',
  openedElsewhere: 'Opened the link on another device?',
  accountExists: 'An account with this email already exists. Please sign in instead.',
  serverWeakPassword: 'Password must be at least 8 characters long.',
  signUpFailed: 'Account creation failed. Please try again.',
  waitSeconds: 'Wait {seconds, plural, one {# second} other {# seconds}}, then try again.',
  waitMinute: 'Wait a minute, then try again.',
});

const signUpFailures: Partial<Record<ErrorCode, string>> = {
  conflict: t('accountExists'),
  invalid_input: t('serverWeakPassword'),
};

export const signUpFailure = (code: ErrorCode) => signUpFailures[code] ?? t('signUpFailed');

export const waitAdvice = (seconds: number | undefined) =>
  seconds === undefined ? t('waitMinute') : t('waitSeconds', { seconds });
