/** The words the platform says in every app. */
import { defineMessages } from './i18n/defineMessages';

export const t = defineMessages({
  thisPage: 'This page',
  notFoundTitle: 'Page not found',

  failed: '{label} could not be loaded',
  slice_unreachable:
    'Its files could not be fetched. Check your connection, then try again. The rest of the page works.',
  slice_untrusted:
    'Its files are not the ones that were released, so they were not run. The rest of the page works.',
  slice_incompatible:
    'This release of it does not fit the rest of the app. The team has been told. The rest of the page works.',
  unexpected: 'Something went wrong in this part of the page. The rest of it works.',

  overrides: 'From your machine',
  overrideRuns: '{slice} runs from {origin}.',
  overrideFailed: '{slice} could not be loaded from {origin} ({problem}); the released one runs.',
  overrideReset: 'Reset',

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
    'Your session could not be checked, so this page stays closed. You are still signed in.',
  unusual: 'Unusual activity detected. Session is being monitored.',
  'alert-xss_attempt': 'Security alert: text that looks like a script was refused.',
  'alert-suspicious_activity': 'Security alert: something unusual happened in this tab and was recorded.',
  'alert-authentication_failed': 'Security alert: a sign-in failed for a reason we did not expect.',
});
