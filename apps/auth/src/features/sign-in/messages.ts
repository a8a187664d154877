/** The text of the sign-in page. It shares strings with the sign-up page: `src/messages.ts`. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';
import { t as shared } from '../../messages';

export const t = defineMessages({
  noAccount: 'New to {product}?',
  signInIntro: 'Welcome back. Sign in to deploy and manage your agents.',
  forgot: 'Forgot password?',

  // The steps for a new user
  hintsTitle: 'New here?',
  hintCreate: 'Create an account with your email address.',
  hintMail: 'Check your email for our message.',
  hintConfirm: 'Click the confirmation link in it.',
  hintReturn: 'Return to sign in.',

  // Errors from the service
  unexpected: 'An unexpected error occurred. Please try again.',
  wrongCredentials: 'Invalid email or password. Please check your credentials.',
  notConfirmed: 'Please check your email and click the confirmation link before signing in.',
  tooManyLogins: 'Too many login attempts. Please wait before trying again.',

  // A link that does not work
  linkFailed:
    'That link has expired or was already used. Request a new one below, or sign in to change your email address again.',
  newConfirmation: 'Send a new confirmation link',
  newRecovery: 'Send a new password link',
  newLinkEmail: 'Email for the new link',
  newLinkSent: 'If {email} has an account that needs it, we’ve sent a new link.',
});

export const hints = [t('hintCreate'), t('hintMail'), t('hintConfirm'), t('hintReturn')];

const signInFailures: Partial<Record<ErrorCode, string>> = {
  unauthenticated: t('wrongCredentials'),
  forbidden: t('notConfirmed'),
  rate_limited: t('tooManyLogins'),
  unexpected: t('unexpected'),
};

export const signInFailure = (code: ErrorCode) => signInFailures[code] ?? shared('failed');
