/**
 * Strings that several parts of this slice show, or its two pages. Each part has the text that only it shows in its folder's
 * `messages.ts`, which loads with it.
 */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  signIn: 'Sign In',
  signUp: 'Create Account',
  submitting: 'Loading...',
  changeAddress: 'Use another address',
  confirm: 'Confirm',
  tooManyCodes: 'Too many wrong codes. Open the link in the email, or try again later.',
  wrongMailCode: 'That code is wrong or has expired. Enter the newest one.',
  confirmFailed: 'Couldn’t confirm your address. Try again in a moment.',
  showConfirmation: 'Show characters of the confirmation',
  showCurrent: 'Show current characters',
  alreadyTitle: 'You’re signed in',
  alreadyText: 'Your account is {email}.',
  continue: 'Continue',
  toDashboard: 'Go to your dashboard',
  toAgents: 'Create an agent',
  signOut: 'Sign Out',
  or: 'or',
  withGitHub: 'Continue with GitHub',
  retryAt: 'You can try again at {time}.',

  // Hints while the user fills in a field
  emailHint: 'Use a format like name@example.com.',
  pasteHint: 'That’s longer than {max} characters, so it wasn’t pasted.',

  // Field errors
  invalidEmail: 'Please enter a valid email address',
  shortPassword: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
  weakPassword: 'Password must contain uppercase, lowercase, number and special character',
  invalidPassword: 'Invalid password format',
  longPassword: 'Password must be at most 72 bytes long; an emoji takes four or more',
  tooManyAttempts: 'Too many attempts. Please wait before trying again.',

  // Errors from the service
  failed: 'Authentication failed. Please try again.',
  providerFailed: 'Failed to sign in with provider. Please try again.',
  gitHubNotOffered: 'GitHub sign-in isn’t set up on this site. Use your email address.',
  gitHubFailed: 'Failed to sign in with GitHub',

  // Emails
  checkInbox: 'Check your inbox',
  sendLink: 'Send link',
  noEmail: 'Nothing at {email}? Check your spam folder, or send it again.',
  sendAgain: 'Send again',
  sendAgainIn: 'Send again in {seconds} s',
  sentAgain: 'Sent. It may take a minute to arrive.',
  tooManyEmails: 'We just sent an email. Try again in a minute.',
  emailFailed: 'Couldn’t send the email. Try again in a moment.',

  // The account
  currentPassword: 'Current password',
  currentPasswordMissing: 'Enter your current password',
  currentPasswordWrong: 'That’s not your current password',
  commonPassword: 'That password is too common. Choose another one.',
  code: 'Six-digit code',

  cancel: 'Cancel',
  close: 'Close',
});

export const emailFailure = (code: ErrorCode) =>
  code === 'rate_limited' ? t('tooManyEmails') : t('emailFailed');

export const confirmFailure = (code: ErrorCode) =>
  code === 'unauthenticated'
    ? t('wrongMailCode')
    : code === 'rate_limited'
      ? t('tooManyCodes')
      : t('confirmFailed');
