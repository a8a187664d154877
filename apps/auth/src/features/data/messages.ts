/** The text of the dialogs that export and delete the account. */
import type { ErrorCode } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  exportTitle: 'Export your data',
  exportText:
    'A ZIP file with your profile, agents, deployments, usage and everything else in your account, as JSON and CSV.',
  downloadData: 'Download',
  exportProgress: 'Collecting your data',
  exportRows: '{done, number} of {total, plural, one {# record} other {# records}}',
  exportDone: 'The file is in your downloads.',
  exportFailed: 'Couldn’t export your data. Try again in a moment.',
  exportLimited: 'You’ve reached today’s limit of ten exports. Try again tomorrow.',

  deleteTitle: 'Delete your account?',
  deleteText: 'It’s deleted after 14 days. Until then you can sign in and undo it.',
  deleteEffects:
    'Your agents leave the marketplace now, and links to conversations that you shared stop working. An undo brings both back. After 14 days, your agents, deployments, keys and profile are deleted. Billing records are kept without your name.',
  deletePlan:
    'A paid plan continues, and may renew, until then: it ends with your account, without a refund. Earnings that are left are paid out if you’ve set up payouts.',
  deletionRequested: 'Your account will be deleted',
  deletionUntil: 'Until {date}, you can undo this on your dashboard.',
  deletionFailed: 'Couldn’t delete your account. Try again in a moment.',
  deletionLimited: 'You’ve reached today’s limit of five requests. Try again tomorrow.',
});

export const exportFailure = (code: ErrorCode) =>
  code === 'rate_limited' ? t('exportLimited') : t('exportFailed');

export const deletionFailure = (code: ErrorCode) =>
  code === 'rate_limited' ? t('deletionLimited') : t('deletionFailed');
