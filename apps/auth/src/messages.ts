/** Every text of this slice. One file, because it is one table. */
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
  changeAddress: 'Use another address',
  inboxText: 'We sent a link and a six-digit code to {email}. Open the link, or enter the code here.',
  confirm: 'Confirm',
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
  offline: 'You’re offline. Reconnect, then try again.',
  retryAt: 'You can try again at {time}.',

  // The steps for a new user
  hintsTitle: 'New here?',
  hintCreate: 'Create an account with your email address.',
  hintMail: 'Check your email for our message.',
  hintConfirm: 'Click the confirmation link in it.',
  hintReturn: 'Return to this page to sign in.',

  // Hints while the user fills in a field
  emailHint: 'Use a format like name@example.com.',
  confirmHint: 'Doesn’t match the password yet.',
  pasteHint: 'That’s longer than {max} characters, so it wasn’t pasted.',

  // Password requirements
  requirementsTitle: 'Your password needs',
  requireLength: 'At least 8 characters',
  requireUpper: 'An uppercase letter',
  requireLower: 'A lowercase letter',
  requireNumber: 'A number',
  requireSpecial: 'A special character, such as ! or ?',
  requireBytes: 'At most {max} bytes (now {now})',
  met: 'done',
  requirementsMet: '{met} of {total} password requirements met.',
  strength: 'Password strength',
  strengthEmpty: 'Not rated yet',
  strength0: 'Very weak',
  strength1: 'Weak',
  strength2: 'Fair',
  strength3: 'Strong',
  strength4: 'Very strong',

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
  unexpected: 'An unexpected error occurred. Please try again.',
  wrongCredentials: 'Invalid email or password. Please check your credentials.',
  notConfirmed: 'Please check your email and click the confirmation link before signing in.',
  tooManyLogins: 'Too many login attempts. Please wait before trying again.',
  accountExists: 'An account with this email already exists. Please sign in instead.',
  serverWeakPassword: 'Password must be at least 8 characters long.',
  signUpFailed: 'Account creation failed. Please try again.',
  providerFailed: 'Failed to sign in with provider. Please try again.',
  gitHubNotOffered: 'GitHub sign-in isn’t set up on this site. Use your email address.',
  gitHubFailed: 'Failed to sign in with GitHub',
  linkFailed: 'That link has expired or was already used. Request a new one below.',

  newConfirmation: 'Send a new confirmation link',
  newRecovery: 'Send a new password link',
  newLinkEmail: 'Email for the new link',
  newLinkSent: 'If {email} has an account that needs it, we’ve sent a new link.',
  // Emails
  forgot: 'Forgot password?',
  forgotTitle: 'Reset your password',
  forgotText: 'We’ll email you a link to choose a new password.',
  sendLink: 'Send link',
  linkSent: 'If {email} has an account, we’ve sent a link. It works once and expires in an hour.',
  noEmail: 'Nothing at {email}? Check your spam folder, or send it again.',
  sendAgain: 'Send again',
  sendAgainIn: 'Send again in {seconds} s',
  sentAgain: 'Sent. It may take a minute to arrive.',
  tooManyEmails: 'We just sent an email. Try again in a minute.',
  emailFailed: 'Couldn’t send the email. Try again in a moment.',
  cancel: 'Cancel',
  close: 'Close',

  // The account, on the dashboard
  accountTitle: 'Your account',
  accountText: 'How and where you sign in.',
  passwordText: 'Changing it signs out your other devices.',
  emailText: 'For signing in and for notices.',
  setPassword: 'Change password',
  setPasswordTitle: 'Choose a new password',
  recoveryText: 'Your old password stops working. Your other devices are signed out.',
  recoveryEnd: 'Sign out instead',
  setPasswordText: 'You’ll stay signed in here. Your other devices are signed out.',
  currentPassword: 'Current password',
  currentPasswordMissing: 'Enter your current password',
  currentPasswordWrong: 'That’s not your current password',
  savePassword: 'Save password',
  passwordSaved: 'Password changed',
  passwordRejected: 'That password can’t be used. Choose one you haven’t used before.',
  commonPassword: 'That password is too common. Choose another one.',
  signInTooOld: 'For security, sign in again to change your password.',
  passwordFailed: 'Couldn’t change your password. Try again in a moment.',

  // A new email address
  changeEmail: 'Change email',
  changeEmailTitle: 'Change your email address',
  changeEmailText: 'We’ll email a link to the new address. Until you open it, your address stays as it is.',
  newEmail: 'New email',
  sameEmail: 'That’s already your email address',
  checkInbox: 'Check your inbox',
  emailSent: 'Open the link we sent to {email}. It works once and expires in an hour.',
  emailSentBoth: 'We’re also writing to {email}. If that message has a link, open it too.',
  changeEmailFailed: 'Couldn’t change your email address. Try again in a moment.',
  emailSignInTooOld: 'For security, sign in again to change your email address.',

  // Two-step verification
  mfa: 'Two-step verification',
  mfaOff: 'Off. Anyone with your password can sign in.',
  mfaOn: 'On. Signing in requires a code from your authenticator app.',
  mfaUnknown: 'Couldn’t load two-step status',
  tryAgain: 'Try again',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  enrollTitle: 'Turn on two-step verification',
  enrollText: 'Scan the QR code with an authenticator app, then enter the code it shows.',
  enrollQrCode: 'QR code for your authenticator app',
  enrollSecret: 'Can’t scan it? Enter this key in the app:',
  code: 'Six-digit code',
  verify: 'Verify',
  wrongCode: 'That code is wrong or has expired. Enter the current one.',
  mfaFailed: 'Something went wrong. Try again in a moment.',
  turnedOff: 'Two-step verification is off.',
  turnOffTitle: 'Turn off two-step verification?',
  turnOffText: 'After that, your password is enough to sign in. Your recovery codes stop working.',
  turnOffConfirm: 'Yes, turn off',

  // Recovery codes
  codes: 'Recovery codes',
  codesLeft: '{count, plural, =0 {None left} one {# left} other {# left}}',
  newCodes: 'New codes',
  codesTitle: 'Save your recovery codes',
  codesFirst:
    'Two-step verification is on. Each code below works once, instead of the code from your app, if you lose your phone.',
  codesText: 'Each code works once, instead of the code from your app, if you lose your phone.',
  codesOnce: 'This is the only time you’ll see them. Earlier codes no longer work.',
  copyCodes: 'Copy codes',
  codesCopied: 'Recovery codes copied.',
  codesNotCopied: 'Couldn’t copy. Select the codes, or download them.',
  downloadCodes: 'Download',
  codesSaved: 'I’ve saved them',
  codesFileTitle: 'Slipway recovery codes. Each works once.',

  // Devices
  devices: 'Devices',
  devicesShort: 'Where you’re signed in.',
  devicesText:
    'Browsers where you’re signed in. If you don’t recognize one, sign it out and change your password.',
  manageDevices: 'Manage devices',
  browserOn: '{browser} on {system}',
  unknownDevice: 'Unknown device',
  thisDevice: 'This device',
  lastUsed: 'Last used {time}',
  lastUsedFrom: 'Last used {time} from {address}',
  endSession: 'Sign out',
  endSessionOf: 'Sign out {name}, last used {time}',
  endOthers: 'Sign out all other devices',
  noOtherSessions: 'You’re not signed in anywhere else.',
  sessionsFailed: 'Couldn’t load your devices',
  sessionEnded: 'Signed out on that device.',
  othersEnded: 'Signed out on all other devices.',
  endFailed: 'Couldn’t sign out there. Try again in a moment.',

  // A copy of the user's data
  exportSetting: 'Your data',
  exportShort: 'A copy of everything in your account.',
  exportData: 'Export my data',
  exportTitle: 'Export your data',
  exportText:
    'A ZIP file with your profile, agents, deployments, usage and everything else in your account, as JSON and CSV.',
  downloadData: 'Download',
  exportProgress: 'Collecting your data',
  exportRows: '{done, number} of {total, plural, one {# record} other {# records}}',
  exportDone: 'The file is in your downloads.',
  exportFailed: 'Couldn’t export your data. Try again in a moment.',
  exportLimited: 'You’ve reached today’s limit of ten exports. Try again tomorrow.',

  // The deletion of the account
  deleteTitleShort: 'Account deletion',
  deleteAccount: 'Delete account',
  deleteAccountText: 'Can be undone for 14 days.',
  deletionUnknown: 'Couldn’t check for a scheduled deletion.',
  deleteTitle: 'Delete your account?',
  deleteText: 'It’s deleted after 14 days. Until then you can sign in and undo it.',
  deleteEffects:
    'Your agents leave the marketplace now. After 14 days, your agents, deployments, keys and profile are deleted. Billing records are kept without your name.',
  deletionRequested: 'Your account will be deleted',
  deletionUntil: 'Until {date}, you can undo this on your dashboard.',
  deletionPending: 'Your account will be deleted on {date}. Until then, you can undo this.',
  keepAccount: 'Keep my account',
  accountKept: 'Your account stays. Publish your agents again to list them.',
  keepFailed: 'Couldn’t undo the deletion. Try again in a moment.',
  deletionFailed: 'Couldn’t delete your account. Try again in a moment.',
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
  unauthenticated: t('wrongCredentials'),
  forbidden: t('notConfirmed'),
  rate_limited: t('tooManyLogins'),
  unexpected: t('unexpected'),
};

const signUpFailures: Partial<Record<ErrorCode, string>> = {
  conflict: t('accountExists'),
  invalid_input: t('serverWeakPassword'),
};

export const signInFailure = (code: ErrorCode) => signInFailures[code] ?? t('failed');
export const signUpFailure = (code: ErrorCode) => signUpFailures[code] ?? t('signUpFailed');
export const emailFailure = (code: ErrorCode) =>
  code === 'rate_limited' ? t('tooManyEmails') : t('emailFailed');

const changeEmailFailures: Partial<Record<ErrorCode, string>> = {
  forbidden: t('currentPasswordWrong'),
  invalid_input: t('invalidEmail'),
  unauthenticated: t('emailSignInTooOld'),
  rate_limited: t('tooManyEmails'),
};

export const changeEmailFailure = (code: ErrorCode) => changeEmailFailures[code] ?? t('changeEmailFailed');

const passwordFailures: Partial<Record<ErrorCode, string>> = {
  invalid_input: t('passwordRejected'),
  unauthenticated: t('signInTooOld'),
};

export const passwordFailure = (code: ErrorCode) => passwordFailures[code] ?? t('passwordFailed');

export const exportFailure = (code: ErrorCode) =>
  code === 'rate_limited' ? t('exportLimited') : t('exportFailed');

export const confirmFailure = (code: ErrorCode) =>
  code === 'unauthenticated'
    ? t('wrongMailCode')
    : code === 'rate_limited'
      ? t('tooManyAttempts')
      : t('confirmFailed');
export const mfaFailure = (code: ErrorCode) => (code === 'unauthenticated' ? t('wrongCode') : t('mfaFailed'));
