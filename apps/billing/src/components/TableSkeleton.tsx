/** A table whose rows are loading. On phones it has the cards of the rows, as the table does. */
import { Skeleton, Table, VisuallyHidden } from '@slipway/design-system';
import { t } from '../messages';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

export function TableSkeleton({ columns, rows }: { columns: number; rows: number }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div inert>
        <Table
          caption={t('loading')}
          captionHidden
          onPhones="cards"
          rows={upTo(rows)}
          rowKey={String}
          columns={upTo(columns).map((at) => ({
            id: String(at),
            // As tall as a name.
            header: '\u00a0',
            cell: () => <Skeleton width={at === 0 ? '9rem' : '4rem'} />,
          }))}
        />
      </div>
    </div>
  );
}
