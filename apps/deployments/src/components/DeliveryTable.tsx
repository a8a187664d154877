/** The last messages of a webhook. */
import { Table, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Delivery } from '../data/webhooks';
import { t as shared } from '../messages';
import { eventName, t } from '../features/webhooks/messages';

function resultOf({ status, delivered_at, attempts, due_at }: Delivery, isOff: boolean): string {
  const answer = status === null ? t('hookNoAnswer') : String(status);
  if (delivered_at !== null) return t('hookDelivered', { status: answer });
  if (attempts === 0) return t('hookWaiting');
  if (due_at === null) return t('hookFailed', { status: answer });
  return isOff
    ? t('hookHeld', { status: answer })
    : t('hookRetried', { status: answer, when: formats.dateTime(due_at) });
}

interface DeliveryTableProps {
  url: string;
  deliveries: readonly Delivery[];
  /** Nothing is sent to the webhook. */
  isOff: boolean;
}

export function DeliveryTable({ url, deliveries, isOff }: DeliveryTableProps) {
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
      caption={t('deliveriesTo', { url })}
      captionHidden
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        { id: 'time', header: shared('time'), cell: ({ created_at }) => formats.dateTime(created_at) },
        { id: 'event', header: t('hookEvent'), cell: ({ event }) => eventName(event) },
        {
          id: 'result',
          header: shared('result'),
          // With the time of the next attempt it has two lines: on one, it would be out of sight.
          cell: (delivery) => (
            <Text as="span" size="sm" preserveLines>
              {resultOf(delivery, isOff)}
            </Text>
          ),
        },
      ]}
    />
  );
}
