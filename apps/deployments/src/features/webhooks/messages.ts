/** The text of the webhooks of a deployment. */
import { isAppError } from '@slipway/contracts';
import { defineMessages } from '@slipway/platform';
import { webhookEvents } from '../../data/webhooks';

export const t = defineMessages({
  hooksText:
    'Events of this deployment, posted to your server and signed as the Standard Webhooks specification says.',
  newHook: 'Add a webhook…',
  addHook: 'Add webhook',
  backToForm: 'Back to the form',
  hookUrl: 'Address',
  hookUrlHint: 'It must start with https:// and be reachable from the internet. Redirects aren’t followed.',
  hookUrlInvalid: 'Enter an address that starts with https://, without a user name or #.',
  hookEvents: 'Events',
  hookEventsOf: 'Events sent to {url}',
  hookEventsAll: 'All events',
  hookEventsNone: 'Choose at least one event.',
  hookEvent: 'Event',
  'event-deployment.stopped': 'Deployment stopped or failed',
  'event-quota.reached': 'Calls rejected: plan or spend limit used up',
  'event-spend.alert': '50, 80 or 100% of a spend limit used',
  'event-price.changed': 'Price changes',
  'event-key.rotated': 'Key rotated',
  'event-moderation.changed': 'Suspended or reinstated',
  'event-webhook.test': 'Test event',
  secretOnce: 'The secret that verifies messages to {url}. Copy it now: it isn’t shown again.',
  verifyHint:
    'Your server verifies messages with a library of Standard Webhooks, such as standardwebhooks from npm:',
  copySecret: 'Copy secret',
  sendTest: 'Send test event',
  sendTestTo: 'Send test event to {url}',
  testSent: 'The test event is on its way',
  rotateSecret: 'Rotate secret',
  rotateSecretOf: 'Rotate secret of {url}',
  rotateSecretTitle: 'Rotate the secret?',
  rotateSecretText:
    'For one day, messages to {url} are signed with both secrets. Then only with the new one.',
  rotateLostSecretText: 'Messages to {url} are sent again, signed with the new one.',
  deleteHookOf: 'Delete webhook {url}',
  deleteHookTitle: 'Delete the webhook?',
  deleteHookText: 'Nothing more is sent to {url}, and its messages are deleted.',
  hookDeleted: 'Webhook deleted',
  hookIsOff: 'Turned off: its receiver didn’t accept a message for a day, or replied that it is gone (410).',
  hookSecretLost: 'Nothing is sent: the server can no longer read the secret. Rotate it to continue.',
  enableHook: 'Turn on again',
  hookEnabled: 'Webhook turned on',
  hookFailedToAdd: 'Couldn’t add the webhook. Try again in a moment.',
  hookExists: 'This deployment already sends to this address, or has five webhooks.',
  hookFailedToChange: 'Couldn’t change the webhook. Try again in a moment.',
  hookLimit: 'Too many changes or test events for one day. Try again tomorrow.',
  noDeliveries: 'No messages yet',
  deliveriesTo: 'Messages to {url}',
  hookWaiting: 'Waiting',
  hookNoAnswer: 'no response',
  hookNotSent: 'secret lost',
  hookDelivered: 'Delivered ({status})',
  hookFailed: 'Failed ({status})',
  hookHeld: 'Failed ({status}), sent again when the webhook is on',
  hookRetried: 'Failed ({status}), next attempt {when}',
});

/** Why a change of a webhook failed. */
export const changeFailed = (error: unknown): string =>
  t(isAppError(error) && error.code === 'rate_limited' ? 'hookLimit' : 'hookFailedToChange');

/** Why a webhook was not added. */
export function addFailed(error: unknown): string {
  if (isAppError(error) && error.code === 'conflict') return t('hookExists');
  return t(isAppError(error) && error.code === 'rate_limited' ? 'hookLimit' : 'hookFailedToAdd');
}

/** The name of an event of webhooks; one of a later version has its own. */
export function eventName(event: string): string {
  switch (event) {
    case 'deployment.stopped':
    case 'quota.reached':
    case 'spend.alert':
    case 'price.changed':
    case 'key.rotated':
    case 'moderation.changed':
    case 'webhook.test':
      return t(`event-${event}`);
    default:
      return event;
  }
}

/** The names of the events that a webhook receives, or one name for all of them. */
export const eventNames = (events: readonly string[]): string[] =>
  webhookEvents.every((each) => events.includes(each)) ? [t('hookEventsAll')] : events.map(eventName);
