/** The last messages of a webhook. */
import { Table, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Delivery } from '../data/webhooks';
import { t as shared } from '../messages';
import { eventName, t } from '../features/webhooks/messages';

function resultOf({ status, delivered_at, attempts, due_at }: Delivery): string {
  const answer = status === null ? t('hookNoAnswer') : String(status);
  if (delivered_at !== null) return t('hookDelivered', { status: answer });
  if (attempts === 0) return t('hookWaiting');
  return due_at === null
    ? t('hookFailed', { status: answer })
    : t('hookRetried', { status: answer, when: formats.dateTime(due_at) });
}

export function DeliveryTable({ url, deliveries }: { url: string; deliveries: readonly Delivery[] }) {
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
        { id: 'result', header: shared('result'), cell: resultOf },
      ]}
    />
  );
}
