/** The latest calls with their result, latency and cost. */
import { Table, Text } from '@slipway/design-system';
import type { Call } from '../data/calls';
import { formats } from '@slipway/platform';
import { t as shared } from '../messages';
import { t } from '../features/details/messages';
import { latencyText } from './latencyText';

export function CallTable({ calls }: { calls: readonly Call[] }) {
  if (calls.length === 0) {
    return (
      <Text size="sm" tone="muted">
        {t('noCalls')}
      </Text>
    );
  }
  return (
    <Table
      caption={t('recentCalls')}
      captionHidden
      onPhones="cards"
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        { id: 'time', header: shared('time'), cell: ({ started_at }) => formats.dateTime(started_at) },
        { id: 'result', header: shared('result'), cell: ({ status }) => status ?? t('running') },
        {
          id: 'latency',
          header: t('latency'),
          align: 'end',
          cell: ({ latency_ms }) => latencyText(latency_ms),
        },
        { id: 'cost', header: t('cost'), align: 'end', cell: ({ cost }) => t('dollars', { cost }) },
      ]}
    />
  );
}
