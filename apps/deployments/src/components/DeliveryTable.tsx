/** The last messages of a webhook. */
import { Table, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { type Delivery, type Webhook, wasSecretLost } from '../data/webhooks';
import { t as shared } from '../messages';
import { eventName, t } from '../features/webhooks/messages';

function resultOf(delivery: Delivery, webhook: Webhook): string {
  const { status, delivered_at, attempts, due_at } = delivery;
  const isLost = wasSecretLost(delivery, webhook);
  const answer = status === null ? t(isLost ? 'hookNotSent' : 'hookNoAnswer') : String(status);
  if (delivered_at !== null) return t('hookDelivered', { status: answer });
  if (attempts === 0) return t('hookWaiting');
  if (due_at === null) return t('hookFailed', { status: answer });
  return webhook.disabled_at !== null
    ? t('hookHeld', { status: answer })
    : t('hookRetried', { status: answer, when: formats.dateTime(due_at) });
}

interface DeliveryTableProps {
  webhook: Webhook;
  deliveries: readonly Delivery[];
}

export function DeliveryTable({ webhook, deliveries }: DeliveryTableProps) {
  if (deliveries.length === 0) {
    return (
      <Text size="sm" tone="muted">
        {t('noDeliveries')}
      </Text>
    );
  }
  return (
    <Table
      onPhones="cards"
      caption={t('deliveriesTo', { url: webhook.url })}
      captionHidden
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        { id: 'time', header: shared('time'), cell: ({ created_at }) => formats.dateTime(created_at) },
        { id: 'event', header: t('hookEvent'), cell: ({ event }) => eventName(event) },
        {
          id: 'result',
          header: shared('result'),
          grow: true,
          // With the time of the next attempt it has two lines: on one, it would be out of sight.
          cell: (delivery) => (
            <Text as="span" size="sm" preserveLines>
              {resultOf(delivery, webhook)}
            </Text>
          ),
        },
      ]}
    />
  );
}
