/** The text of the dialogs of two-step verification and recovery codes. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';
import { t as row } from '../messages';

export const t = defineMessages({
  enrollTitle: 'Turn on two-step verification',
  enrollText: 'Scan the QR code with an authenticator app, then enter the code it shows.',
  enrollQrCode: 'QR code for your authenticator app',
  enrollSecret: 'Can’t scan it? Enter this key in the app:',
  verify: 'Verify',
  wrongCode: 'That code is wrong or has expired. Enter the current one.',
  turnOffTitle: 'Turn off two-step verification?',
  turnOffText: 'After that, signing in needs no code. Your recovery codes stop working.',
  turnOffConfirm: 'Yes, turn off',

  // Recovery codes
  codesTitle: 'Save your recovery codes',
  codesOnce: 'This is the only time you’ll see them. Earlier codes no longer work.',
  copyCodes: 'Copy codes',
  codesCopied: 'Recovery codes copied.',
  codesNotCopied: 'Couldn’t copy. Select the codes, or download them.',
  downloadCodes: 'Download',
  codesSaved: 'I’ve saved them',
  codesFileTitle: 'Slipway recovery codes. Each works once.',
});

export const mfaFailure = (code: ErrorCode) =>
  code === 'unauthenticated' ? t('wrongCode') : row('mfaFailed');
