/** The text of the dialogs that share conversations and list the links. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  done: 'Done',
  shareTitle: 'Share this conversation',
  shareText: 'Anyone with the link can read it, without signing in.',
  shareMessages:
    'Readers see {count, plural, one {one message and its answer} other {# messages and their answers}}, as they are now. Later ones are not added.',
  shareNewest:
    'Readers see the newest {count, number} of {of, number} messages and their answers, as they are now. A link has no space for more.',
  shareAgent: 'They see the name of the agent, {name}.',
  shareNever: 'They don’t see your email address, or the tools that the agent used.',
  shareEncrypted:
    'The messages are encrypted in this browser, and only the link has the key. We can’t read them, unless a reader reports the link to us.',
  expiry: 'Link expires after',
  days: '{days, plural, one {# day} other {# days}}',
  showName: 'Show my display name',
  createLink: 'Create link',
  copyLink: 'Copy link',
  link: 'Link',
  linkReady: 'Your link is ready. It expires after {days, plural, one {# day} other {# days}}.',
  shareFailed: 'Couldn’t create the link. Try again in a moment.',
  shareDeletion: 'Your account will be deleted. To share conversations, keep your account on the dashboard.',
  shareTooMany: 'You already share 50 conversations. Delete a link before you create another.',
  shareTooOften: 'You have created 20 links today. Try again tomorrow.',
  yourLinks: 'Your links',
  noLinks: 'You share no conversations.',
  howToShare: 'Nothing is shared. Test an agent, then press Share below the conversation.',
  linksFailed: 'Couldn’t load your links',
  linkTimes: 'Shared {time}, expires {end}',
  linkRemoved: 'Removed by the operator: {reason}',
  linkUnknown: 'This link can be copied only in the browser that created it, until you sign out there.',
  copyLinkOf: 'Copy link to {name}, shared {time}',
  deleteLinkOf: 'Delete link to {name}, shared {time}',
  linkDeleted: 'Link deleted',
  linkNotDeleted: 'Couldn’t delete the link',
});
