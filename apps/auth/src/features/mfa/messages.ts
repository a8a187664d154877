/** The text of two-step verification on the dashboard. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  mfa: 'Two-step verification',
  mfaOff: 'Off. Anyone with your password can sign in.',
  mfaOn: 'On. Signing in requires a code from your authenticator app.',
  mfaUnknown: 'Couldn’t load two-step status',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  mfaFailed: 'Something went wrong. Try again in a moment.',
  turnedOff: 'Two-step verification is off.',
  codes: 'Recovery codes',
  codesLeft: '{count, plural, =0 {None left} one {# left} other {# left}}',
  newCodes: 'New codes',
  codesFirst:
    'Two-step verification is on. Each code below works once, instead of the code from your app, if you lose your phone.',
  codesText: 'Each code works once, instead of the code from your app, if you lose your phone.',
});
