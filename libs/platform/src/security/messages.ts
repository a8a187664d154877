/** Texts for a session that another tab has changed. */
import { defineMessages } from '../i18n/defineMessages';

export const t = defineMessages({
  otherUser: 'You switched to {email} in another tab.',
  otherUserLost: 'You switched to {email} in another tab. Unsaved text in this tab is lost.',
  signedOutLost: 'You signed out in another tab. Unsaved text in this tab is lost.',
});
