/** The text of two-step verification and recovery codes. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  mfaOn: 'On. Signing in requires a code from your authenticator app.',
  mfaUnknown: 'Couldn’t load two-step status',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  enrollTitle: 'Turn on two-step verification',
  enrollText: 'Scan the QR code with an authenticator app, then enter the code it shows.',
  enrollQrCode: 'QR code for your authenticator app',
  enrollSecret: 'Can’t scan it? Enter this key in the app:',
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
});

export const mfaFailure = (code: ErrorCode) => (code === 'unauthenticated' ? t('wrongCode') : t('mfaFailed'));
