/** Invoices and credit notes, newest first, a page at a time. `?invoice=` opens one. */
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState, Icon, Section } from '@slipway/design-system';
import { formats, lazyPart, PartLoading, QueryPanel, useDialogParam } from '@slipway/platform';
import { signedMoney } from '../../data/amounts';
import { invoiceQueries } from '../../data/invoices';
import { periodOf, titleOf } from './invoiceTitle';
import { InvoiceStateBadge } from './InvoiceStateBadge';
import { PagedTable } from '../../components/PagedTable';
import { TableSkeleton } from '../../components/TableSkeleton';
import { t as shared } from '../../messages';
import { t } from '../overview/messages';

const InvoiceDialog = lazyPart(async () => ({
  default: (await import('./InvoiceDialog')).InvoiceDialog,
}));

export function Invoices({ userId }: { userId: string }) {
  const invoices = useQuery(invoiceQueries.list(userId));
  const { value: shown, open, close } = useDialogParam('invoice');
  return (
    <Section title={t('invoices')} description={t('invoicesHint')}>
      <QueryPanel
        query={invoices}
        failure={t('invoicesFailed')}
        waiting={<TableSkeleton columns={6} rows={1} />}
        empty={
          <EmptyState
            compact
            level={3}
            icon={<Icon name="billing" size={20} />}
            title={t('noInvoices')}
            description={t('noInvoicesHint')}
          />
        }
      >
        {(rows) => (
          <PagedTable
            moreLabel={t('moreInvoices')}
            caption={t('invoices')}
            captionHidden
            onPhones="cards"
            rows={rows}
            rowKey={({ number }) => number}
            columns={[
              { id: 'number', header: shared('invoice'), cell: titleOf },
              { id: 'period', header: shared('invoicePeriod'), cell: periodOf },
              { id: 'issued', header: shared('issued'), cell: ({ issued_at }) => formats.utcDate(issued_at) },
              {
                id: 'state',
                header: shared('invoiceState'),
                cell: ({ state }) => (state === null ? shared('none') : <InvoiceStateBadge state={state} />),
              },
              {
                id: 'total',
                header: shared('amount'),
                align: 'end',
                cell: ({ total }) => signedMoney(total),
              },
              {
                id: 'view',
                header: t('details'),
                cell: (row) => (
                  <Button
                    size="sm"
                    aria-label={t('viewInvoice', { title: titleOf(row) })}
                    onClick={() => {
                      open(row.number);
                    }}
                  >
                    {t('view')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryPanel>
      <Suspense fallback={<PartLoading />}>
        {shown !== null && <InvoiceDialog userId={userId} number={shown} onClose={close} />}
      </Suspense>
    </Section>
  );
}
