/** The texts of the account on the dashboard, without those of its dialogs. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  accountTitle: 'Your account',
  accountText: 'How and where you sign in.',
  linkFailed: 'That link has expired or was already used. You’re still signed in as {email}.',
  passwordText: 'Changing it signs out your other devices.',
  emailText: 'For signing in and for notices.',
  setPassword: 'Change password',
  changeEmail: 'Change email',

  // Devices
  devicesShort: 'Where you’re signed in.',
  manageDevices: 'Manage devices',

  // A copy of the user's data
  exportSetting: 'Your data',
  exportShort: 'A copy of everything in your account.',
  exportData: 'Export my data',

  // The deletion of the account
  deleteTitleShort: 'Account deletion',
  deleteAccountText: 'Can be undone for 14 days.',
  deletionUnknown: 'Couldn’t check for a scheduled deletion.',
  deletionPending:
    'Your account will be deleted on {date}. Until then, your agents and shared conversations are hidden, and you can undo this.',
  keepAccount: 'Keep my account',
  accountKept: 'Your account stays. Your published agents and shared conversations are back.',
  keepFailed: 'Couldn’t undo the deletion. Try again in a moment.',
});
