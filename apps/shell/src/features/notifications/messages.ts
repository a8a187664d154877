/** The text of the notifications panel. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  notifications: 'Notifications',
  notificationsFailed: 'Couldn’t load your notifications',
  notificationsReadFailed: 'Couldn’t mark it as read. Try again in a moment.',
  noNotifications: 'Nothing yet. Reviews, failures, limits, price changes and withdrawn agents appear here.',
  markAllRead: 'Mark all read',
  unread: 'Unread:',
  'note-review': '{agent} has a new review: {rating, number}\u00a0of\u00a05',
  'note-failure': 'The deployment {name} failed',
  'note-webhook': 'A webhook of {name} was turned off: its receiver kept failing',
  'note-webhook-gone': 'A webhook of {name} was turned off: its receiver replied that it is gone (410)',
  'note-webhook-secret_lost':
    'A webhook of {name} was turned off: the server can no longer read its secret. Rotate it to continue.',
  'note-quota': '{percent, number}% of your spend limit is used',
  'note-quota-of': '{name} has used {percent, number}% of its spend limit',
  'note-price': 'The price of {agent} rises on {date}. Accept it to keep {name} running.',
  'note-price-remind': '{name} is stopped on {date} unless you accept its new price',
  'note-price-stop': '{name} was stopped, because its new price was not accepted',
  'note-withdrawn':
    '{agent} ends on {date}: its creator withdrew it. {count, plural, one {{name} runs it.} other {# of your deployments run it.}}',
  'note-ended':
    '{agent} has ended: its creator withdrew it. Calls of {count, plural, one {{name}} other {# deployments}} are rejected.',
  'note-suspended': '{name} is suspended: “{reason}”. To appeal, contact {appeal}.',
  'note-lifted': 'The suspension of {name} is lifted',
  'note-returned': '{agent} is back: its creator published it again',
});
