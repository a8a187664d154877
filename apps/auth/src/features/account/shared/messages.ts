/**
 * Strings of the account panel that forms and dialogs show too. They are apart from the text of the forms: the dashboard, which
 * shows the panel, does not load that.
 */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  email: 'Email',
  password: 'Password',
  devices: 'Devices',
  deleteAccount: 'Delete account',
  tryAgain: 'Try again',
});
