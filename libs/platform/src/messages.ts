/** The platform's own text. */
import { defineMessages } from './i18n/defineMessages';

export const t = defineMessages({
  thisPage: 'This page',
  notFoundTitle: 'Page not found',

  failed: 'Couldn’t load “{label}”',
  pageFailed: 'Couldn’t load this page',
  slice_unreachable: 'We couldn’t fetch its files. Check your connection, then try again.',
  slice_untrusted: 'Its files do not match the release, so they were not run.',
  slice_incompatible: 'It isn’t compatible with the current version of the app.',
  hung: 'It took too long to load.',
  unexpected: 'Something went wrong on this page.',
  unexpectedInPart: 'Something went wrong in this part of the page.',
  restWorks: 'The rest of the page works.',

  slow: '{label} is still loading. This takes longer than usual.',
  partLoading: 'Loading…',
  partUnreachable: 'Couldn’t load this part. Check your connection, then try again.',
  partFailed: 'Something went wrong in this part of the page. The rest of the page works.',
  tryAgain: 'Try again',
  close: 'Close',

  accessDenied: 'Access Denied',
  accessDeniedText: 'Please sign in to access this page.',
  signIn: 'Sign In',
  signedIn: 'Successfully signed in!',
  signedOut: 'Successfully signed out!',
  signOutFailed: 'Failed to sign out. Please try again.',
  retry: 'Retry',
  expired: 'Your session has expired. Please sign in again.',
  verificationFailed: 'Security verification failed. Please try again.',
  verificationFailedText:
    'We couldn’t verify your session, so this page stays closed. You are still signed in.',
  unusual: 'Unusual activity detected. Session is being monitored.',
  'alert-xss_attempt': 'Security alert: text that looks like a script was rejected.',
  'alert-suspicious_activity': 'Security alert: unusual activity in this tab was recorded.',
  'alert-authentication_failed': 'Security alert: a sign-in failed for an unexpected reason.',
});
