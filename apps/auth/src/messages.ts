/** The words of this slice. */
import type { ErrorCode } from '@slipway/contracts';

export const messages = {
  signIn: 'Sign In',
  signUp: 'Create Account',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  submitting: 'Loading...',
  invalidEmail: 'Please enter a valid email address',
  shortPassword: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
  tooManyAttempts: 'Too many attempts. Please wait before trying again.',
  invalidPassword: 'Invalid password format',
  failed: 'Authentication failed. Please try again.',
  weakPassword: 'Password must contain uppercase, lowercase, number and special character',
  signedUp: 'Check your email for the confirmation link!',
  noAccount: 'New to Slipway?',
  haveAccount: 'Already have an account?',
  signInIntro: 'Welcome back. Sign in to deploy and manage your agents.',
  signUpIntro: 'Free to start. No card, no technical expertise required.',
  hintsTitle: 'New here?',
  hints: [
    'Create an account with your email address.',
    'Check your email for our message.',
    'Click the confirmation link in it.',
    'Return to this page to sign in.',
  ],
  requirementsTitle: 'A password has',
  requirements: [
    'At least 8 characters',
    'An uppercase letter',
    'A lowercase letter',
    'A number',
    'A special character, such as ! or ?',
  ],
} as const;

const signInFailures: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Invalid email or password. Please check your credentials.',
  forbidden: 'Please check your email and click the confirmation link before signing in.',
  rate_limited: 'Too many login attempts. Please wait before trying again.',
};

const signUpFailures: Partial<Record<ErrorCode, string>> = {
  conflict: 'An account with this email already exists. Please sign in instead.',
  invalid_input: 'Password must be at least 8 characters long.',
};

export const signInFailure = (code: ErrorCode) => signInFailures[code] ?? messages.failed;
export const signUpFailure = (code: ErrorCode) =>
  signUpFailures[code] ?? 'Account creation failed. Please try again.';
