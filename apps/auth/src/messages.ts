/** The words of this slice. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  signIn: 'Sign In',
  signUp: 'Create Account',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  submitting: 'Loading...',
  noAccount: 'New to {product}?',
  haveAccount: 'Already have an account?',
  signInIntro: 'Welcome back. Sign in to deploy and manage your agents.',
  signUpIntro: 'Free to start. No card, no technical expertise required.',
  signedUp: 'Check your email for the confirmation link!',
  or: 'or',
  withGitHub: 'Continue with GitHub',
  offline: 'You appear to be offline. Nothing can be sent until the connection is back.',
  retryAt: 'You can try again at {time}.',

  // How a new person gets in, step by step
  hintsTitle: 'New here?',
  hintCreate: 'Create an account with your email address.',
  hintMail: 'Check your email for our message.',
  hintConfirm: 'Click the confirmation link in it.',
  hintReturn: 'Return to this page to sign in.',

  // Help while a field is filled in
  emailHint: 'An address has the form name@example.com.',
  confirmHint: 'Not the same as the password yet.',
  pasteHint: 'What you pasted has more than {most} characters, so nothing was put in.',

  // What a password must have
  requirementsTitle: 'A password has',
  requireLength: 'At least 8 characters',
  requireUpper: 'An uppercase letter',
  requireLower: 'A lowercase letter',
  requireNumber: 'A number',
  requireSpecial: 'A special character, such as ! or ?',
  requireBytes: 'At most {most} bytes: {now} now',
  met: 'done',
  requirementsMet: '{met} of {all} password requirements met.',
  strength: 'Password strength',
  strengthEmpty: 'Not rated yet',
  strength0: 'Very weak',
  strength1: 'Weak',
  strength2: 'Fair',
  strength3: 'Strong',
  strength4: 'Very strong',

  // What is wrong with what was typed
  invalidEmail: 'Please enter a valid email address',
  shortPassword: 'Password must be at least 8 characters long',
  passwordsDiffer: 'Passwords do not match',
  weakPassword: 'Password must contain uppercase, lowercase, number and special character',
  invalidPassword: 'Invalid password format',
  longPassword: 'Password must be at most 72 bytes long; an emoji takes four or more',
  tooManyAttempts: 'Too many attempts. Please wait before trying again.',

  // What came back
  failed: 'Authentication failed. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  wrongPair: 'Invalid email or password. Please check your credentials.',
  notConfirmed: 'Please check your email and click the confirmation link before signing in.',
  tooManyLogins: 'Too many login attempts. Please wait before trying again.',
  accountExists: 'An account with this email already exists. Please sign in instead.',
  refusedPassword: 'Password must be at least 8 characters long.',
  signUpFailed: 'Account creation failed. Please try again.',
  providerFailed: 'Failed to sign in with provider. Please try again.',
  gitHubFailed: 'Failed to sign in with GitHub',
  linkFailed: 'That link is too old, or it was used already. Ask for a new one below.',

  // Mails
  forgot: 'Forgot password?',
  forgotTitle: 'Set a new password',
  forgotText: 'We mail a link to the address of your account. It leads to a form for a new password.',
  sendLink: 'Send link',
  linkSent: 'If {email} has an account, a link is on its way. It works once, for an hour.',
  noMail: 'No mail at {email}? Look among the unwanted ones, or have it sent again.',
  sendAgain: 'Send again',
  sendAgainIn: 'Send again in {seconds} s',
  sentAgain: 'Sent. It can take a minute to arrive.',
  tooManyMails: 'A mail was sent a moment ago. Wait a minute, then ask again.',
  mailFailed: 'The mail could not be sent. Try again in a moment.',
  cancel: 'Cancel',
  close: 'Close',

  // The account, on the dashboard
  accountTitle: 'Password and sign-in',
  accountText: 'How you get into this account.',
  setPassword: 'Change password',
  setPasswordTitle: 'Choose a new password',
  setPasswordText: 'You stay signed in here. Other devices need it when they sign in the next time.',
  savePassword: 'Save password',
  passwordSaved: 'Your new password is saved.',
  passwordRefused: 'This password was refused. Choose another one, not one you had before.',
  passwordTooOld: 'Your sign-in is too long ago to change the password. Sign out and in, then try again.',
  passwordFailed: 'The password could not be saved. Try again in a moment.',

  // A second step
  secondStep: 'Two-step verification',
  secondStepOff: 'Off. Anyone who learns your password can sign in.',
  secondStepOn: 'On. Signing in asks for a code from your authenticator app.',
  secondStepUnknown: 'Whether it is on could not be read.',
  tryAgain: 'Try again',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  enrolTitle: 'Turn on two-step verification',
  enrolText: 'Scan the picture with an authenticator app, then type the code that it shows.',
  enrolPicture: 'A picture for your authenticator app',
  enrolSecret: 'Cannot scan it? Type this key into the app:',
  challengeTitle: 'Enter your code',
  challengeText: 'Open your authenticator app and type the code it shows for Slipway.',
  code: 'Six-digit code',
  verify: 'Verify',
  wrongCode: 'That code is not right, or too old. Type the one that is shown now.',
  secondStepFailed: 'That did not work. Try again in a moment.',
  turnedOn: 'Two-step verification is on.',
  turnedOff: 'Two-step verification is off.',
  signOut: 'Sign Out',
});

export const hints = [t('hintCreate'), t('hintMail'), t('hintConfirm'), t('hintReturn')];

export const strengths = [
  t('strength0'),
  t('strength1'),
  t('strength2'),
  t('strength3'),
  t('strength4'),
] as const;

const signInFailures: Partial<Record<ErrorCode, string>> = {
  unauthenticated: t('wrongPair'),
  forbidden: t('notConfirmed'),
  rate_limited: t('tooManyLogins'),
  unexpected: t('unexpected'),
};

const signUpFailures: Partial<Record<ErrorCode, string>> = {
  conflict: t('accountExists'),
  invalid_input: t('refusedPassword'),
};

export const signInFailure = (code: ErrorCode) => signInFailures[code] ?? t('failed');
export const signUpFailure = (code: ErrorCode) => signUpFailures[code] ?? t('signUpFailed');
export const mailFailure = (code: ErrorCode) =>
  code === 'rate_limited' ? t('tooManyMails') : t('mailFailed');

const passwordFailures: Partial<Record<ErrorCode, string>> = {
  invalid_input: t('passwordRefused'),
  unauthenticated: t('passwordTooOld'),
};

export const passwordFailure = (code: ErrorCode) => passwordFailures[code] ?? t('passwordFailed');
export const secondStepFailure = (code: ErrorCode) =>
  code === 'unauthenticated' ? t('wrongCode') : t('secondStepFailed');
