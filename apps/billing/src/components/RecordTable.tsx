/** A table of usage records. */
import { Table } from '@slipway/design-system';
import type { UsageRecord } from '../data/usage';
import { formats } from '@slipway/platform';
import { money } from '../data/amounts';
import { t as shared } from '../messages';
import { t } from '../features/overview/messages';

export function RecordTable({ records }: { records: readonly UsageRecord[] }) {
  return (
    <Table
      caption={t('latestTen')}
      captionHidden
      onPhones="cards"
      rows={records}
      rowKey={(record) => record.id}
      columns={[
        { id: 'when', header: t('when'), cell: (record) => formats.dateTime(record.created_at) },
        { id: 'what', header: t('what'), cell: (record) => t('kind', { kind: record.usage_type }) },
        {
          id: 'quantity',
          header: shared('quantity'),
          align: 'end',
          cell: ({ usage_type, quantity }) =>
            usage_type === 'storage'
              ? t('megabytes', { used: quantity })
              : shared('count', { used: quantity }),
        },
        { id: 'cost', header: t('cost'), align: 'end', cell: (record) => money(record.cost) },
      ]}
    />
  );
}
