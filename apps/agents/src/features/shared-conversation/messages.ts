/** The text of a shared conversation, which its reader can report. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  sharedFailed: 'Couldn’t load the conversation',
  sharedUnavailable: 'This conversation isn’t available',
  sharedUnavailableHint: 'The link has expired, or was deleted. Ask the user who shared it for a new one.',
  sharedIncomplete: 'This link is incomplete',
  sharedIncompleteHint: 'The part after # is the key that decrypts the conversation. Ask for the whole link.',
  sharedOn: 'Shared {created}. The link expires {end}.',
  sharedBy: 'Shared by {person} on {created}. The link expires {end}.',
  sharedUser: 'User',
  sharedUnverified: 'A user shared this text. We can’t check that {name} gave these answers.',
  reportConversation: 'Report this conversation',
  reportHint: 'Your report gives us the key of this link, so that we can read the conversation.',
  reason: 'Reason',
  'reason-private': 'It shows private information',
  'reason-harmful': 'It’s harmful',
  'reason-misleading': 'It’s misleading',
  'reason-copyright': 'It infringes copyright',
  'reason-spam': 'It’s spam',
  'reason-other': 'Something else',
  reportDetails: 'Details (optional)',
  sendReport: 'Send report',
  reported: 'Thanks for your report',
  reportedOften: 'You have sent 20 reports today. Try again tomorrow.',
  reportFailed: 'Couldn’t send your report. Try again in a moment.',
});
