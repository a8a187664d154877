/** The text of the dialogs that sign a user in on an open page. */
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  // A link that another browser requested
  signInAs: 'Sign in as {email}?',
  signInAsText: 'This browser didn’t request the link you opened.',
  signInAsSwitch: 'You’re signed in as {current}. This browser didn’t request the link you opened.',
  signInAsWarning:
    'Sign in only if this account is yours. If another user sent you the link, everything you enter is saved in their account.',
  signInAsYes: 'Yes, sign in',

  // Signing in again, for what needs a recent sign-in
  identityTitle: 'Confirm it’s you',
  passwordText: 'You signed in more than 15 minutes ago. Enter your password to continue.',
  password: 'Password',
  passwordMissing: 'Enter your password',
  passwordWrong: 'Wrong password',
  confirm: 'Confirm',
  mailCodeInstead: 'Email me a code instead',
  mailText: 'We’ll email a code to {email}. Enter it to continue.',
  mailCode: 'Email me a code',
  mailedText: 'Enter the code we sent to {email}. It works once and expires in ten minutes.',
  mailedCode: 'Code from the email',
  mailedCodeMissing: 'Enter the code from the email',
  mailedCodeWrong: 'That code is wrong or has expired.',
  mailedCodeLimited: 'Too many wrong codes. Open the link in the email, or try again later.',
  sendAgain: 'Send again',
  usePassword: 'Use your password',
  mailLimited: 'We just sent an email. Try again in a minute.',
  mailFailed: 'Couldn’t send the email. Try again in a moment.',
  identityLimited: 'Too many attempts. Please wait before trying again.',
  signInFailed: 'Couldn’t sign you in. Try again in a moment.',
  identityFailed: 'Something went wrong. Try again in a moment.',

  // The code of the authenticator app
  challengeTitle: 'Enter your code',
  challengeText: 'Open your authenticator app and enter the code for Slipway.',
  code: 'Six-digit code',
  verify: 'Verify',
  wrongCode: 'That code is wrong or has expired. Enter the current one.',
  useRecoveryCode: 'Use a recovery code',
  recoveryCodeTitle: 'Enter a recovery code',
  recoveryCodeText: 'It turns two-step verification off, so that you can set it up with a new app.',
  recoveryCode: 'Recovery code',
  wrongRecoveryCode: 'That code is wrong or was used. After five wrong codes, wait an hour.',
  recovered: 'You’re in. Two-step verification is off: turn it on again with your new app.',
  back: 'Back',
});

const codeOf = (error: Error): ErrorCode => (isAppError(error) ? error.code : 'unexpected');

export function signInAgainFailure(error: Error, step: 'password' | 'mail' | 'code'): string {
  const code = codeOf(error);
  if (code === 'unauthenticated') return t(step === 'code' ? 'mailedCodeWrong' : 'passwordWrong');
  if (code === 'rate_limited') return t(step === 'code' ? 'mailedCodeLimited' : 'identityLimited');
  return t('signInFailed');
}

export const isRateLimited = (error: Error): boolean => codeOf(error) === 'rate_limited';

export const mailFailure = (error: Error): string =>
  isRateLimited(error) ? t('mailLimited') : t('mailFailed');

const codeFailures: Partial<Record<ErrorCode, 'wrongCode' | 'identityLimited'>> = {
  unauthenticated: 'wrongCode',
  rate_limited: 'identityLimited',
};

export const codeFailure = (error: Error): string => t(codeFailures[codeOf(error)] ?? 'identityFailed');
