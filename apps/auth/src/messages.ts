/** The words of this slice. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  signIn: 'Sign In',
  signUp: 'Create Account',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  submitting: 'Loading...',
  noAccount: 'New to {product}?',
  haveAccount: 'Already have an account?',
  signInIntro: 'Welcome back. Sign in to deploy and manage your agents.',
  signUpIntro: 'Free to start. No card, no technical expertise required.',
  signedUp: 'Check your email for the confirmation link!',

  // How a new person gets in, step by step
  hintsTitle: 'New here?',
  hintCreate: 'Create an account with your email address.',
  hintMail: 'Check your email for our message.',
  hintConfirm: 'Click the confirmation link in it.',
  hintReturn: 'Return to this page to sign in.',

  // What a password must have
  requirementsTitle: 'A password has',
  requireLength: 'At least 8 characters',
  requireUpper: 'An uppercase letter',
  requireLower: 'A lowercase letter',
  requireNumber: 'A number',
  requireSpecial: 'A special character, such as ! or ?',

  // What is wrong with what was typed
  invalidEmail: 'Please enter a valid email address',
  shortPassword: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
  weakPassword: 'Password must contain uppercase, lowercase, number and special character',
  invalidPassword: 'Invalid password format',
  tooManyAttempts: 'Too many attempts. Please wait before trying again.',

  // What came back
  failed: 'Authentication failed. Please try again.',
  wrongPair: 'Invalid email or password. Please check your credentials.',
  notConfirmed: 'Please check your email and click the confirmation link before signing in.',
  tooManyLogins: 'Too many login attempts. Please wait before trying again.',
  accountExists: 'An account with this email already exists. Please sign in instead.',
  refusedPassword: 'Password must be at least 8 characters long.',
  signUpFailed: 'Account creation failed. Please try again.',
});

export const hints = [t('hintCreate'), t('hintMail'), t('hintConfirm'), t('hintReturn')];

export const requirements = [
  t('requireLength'),
  t('requireUpper'),
  t('requireLower'),
  t('requireNumber'),
  t('requireSpecial'),
];

const signInFailures: Partial<Record<ErrorCode, string>> = {
  unauthenticated: t('wrongPair'),
  forbidden: t('notConfirmed'),
  rate_limited: t('tooManyLogins'),
};

const signUpFailures: Partial<Record<ErrorCode, string>> = {
  conflict: t('accountExists'),
  invalid_input: t('refusedPassword'),
};

export const signInFailure = (code: ErrorCode) => signInFailures[code] ?? t('failed');
export const signUpFailure = (code: ErrorCode) => signUpFailures[code] ?? t('signUpFailed');
