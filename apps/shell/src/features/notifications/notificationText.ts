/** The text of a notification, and the page that it is about. */
import { formats } from '@slipway/platform';
import type { Notification } from '../../data/notifications';
import { t } from './messages';

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const day = (value: unknown) => (typeof value === 'string' ? formats.date(value) : '');

function priceText({ event, name, agent, effective_at, stops_at }: Notification['details']): string {
  if (event === 'price_announce')
    return t('note-price', { agent: text(agent), name: text(name), date: day(effective_at) });
  return event === 'price_remind'
    ? t('note-price-remind', { name: text(name), date: day(stops_at) })
    : t('note-price-stop', { name: text(name) });
}

function webhookText({ name, reason }: Notification['details']): string {
  const known =
    reason === 'gone' || reason === 'secret_lost' ? (`note-webhook-${reason}` as const) : 'note-webhook';
  return t(known, { name: text(name) });
}

function withdrawalText({
  event,
  name,
  agent,
  deployments,
  ends_at,
}: Notification['details']): string | undefined {
  const facts = { agent: text(agent), name: text(name), count: number(deployments) };
  switch (event) {
    case 'withdrawn':
      return t('note-withdrawn', { ...facts, date: day(ends_at) });
    case 'ended':
      return t('note-ended', facts);
    case 'returned':
      return t('note-returned', { agent: facts.agent });
    default:
      return undefined;
  }
}

function moderationText({ event, name, reason, appeal }: Notification['details']): string | undefined {
  switch (event) {
    case 'suspended':
      return t('note-suspended', { name: text(name), reason: text(reason), appeal: text(appeal) });
    case 'lifted':
      return t('note-lifted', { name: text(name) });
    default:
      return undefined;
  }
}

/** Undefined for a kind of a later version. */
export function notificationText({ kind, details }: Notification): string | undefined {
  switch (kind) {
    case 'review':
      return t('note-review', { agent: text(details['agent']), rating: number(details['rating']) });
    case 'failure':
      return t('note-failure', { name: text(details['name']) });
    case 'webhook':
      return webhookText(details);
    case 'quota': {
      const percent = number(details['percent']);
      const name = text(details['name']);
      return name === '' ? t('note-quota', { percent }) : t('note-quota-of', { percent, name });
    }
    case 'price':
      return priceText(details);
    case 'withdrawal':
      return withdrawalText(details);
    case 'moderation':
      return moderationText(details);
    default:
      return undefined;
  }
}

export function notificationPage({ kind, details }: Notification): string {
  if (kind === 'review') return `/marketplace?agent=${text(details['agent_id'])}`;
  if (kind === 'moderation' && text(details['agent_id']) !== '') return '/agents';
  if (kind === 'withdrawal' && number(details['deployments']) > 1) return '/deployments';
  if (kind === 'webhook' || kind === 'failure' || kind === 'withdrawal' || kind === 'moderation')
    return `/deployments?deployment=${text(details['deployment_id'])}`;
  return kind === 'quota' && details['scope'] === 'account' ? '/billing' : '/deployments';
}
