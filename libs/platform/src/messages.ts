/** The platform's own text. */
import { defineMessages } from './i18n/defineMessages';

export const t = defineMessages({
  thisPage: 'This page',
  notFoundTitle: 'Page not found',

  failed: '{label} could not be loaded',
  slice_unreachable:
    'Its files could not be fetched. Check your connection, then try again. The rest of the page works.',
  slice_untrusted: 'Its files do not match the release, so they were not run. The rest of the page works.',
  slice_incompatible:
    'This section isn’t compatible with the current version of the app. The rest of the page works.',
  unexpected: 'Something went wrong in this part of the page. The rest of the page works.',

  slow: '{label} is still loading. This takes longer than usual.',
  partUnreachable: 'This part could not be loaded. Check your connection, then try again.',
  partFailed: 'Something went wrong in this part of the page. The rest of the page works.',
  tryAgain: 'Try again',
  close: 'Close',
  hung: 'It took too long to load. The rest of the page works.',

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
