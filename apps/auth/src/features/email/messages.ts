/** The text of the dialog that changes the email address. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';
import { t as shared } from '../../messages';

export const t = defineMessages({
  changeEmailTitle: 'Change your email address',
  changeEmailText:
    'We’ll email a link and a code to the new address. Until you confirm it, your address stays as it is.',
  newEmail: 'New email',
  sameEmail: 'That’s already your email address',
  emailSent:
    'Open the link we sent to {email}, or enter the code from that email. Each works once. The link expires in an hour, the code earlier.',
  emailSentBoth: 'We’re also writing to {email}. If that message has a link, open it too.',
  emailChanged: 'Your email address is now {email}.',
  emailOtherLink: 'That address is confirmed. Now open the link that we sent to your other one.',
  changeEmailFailed: 'Couldn’t change your email address. Try again in a moment.',
  emailSignInTooOld: 'For security, sign in again to change your email address.',
});

const changeEmailFailures: Partial<Record<ErrorCode, string>> = {
  forbidden: shared('currentPasswordWrong'),
  invalid_input: shared('invalidEmail'),
  unauthenticated: t('emailSignInTooOld'),
  rate_limited: shared('tooManyEmails'),
};

export const changeEmailFailure = (code: ErrorCode) => changeEmailFailures[code] ?? t('changeEmailFailed');
