/** The content of an invoice: who bills whom, for what, and how much. */
import { Stack, Table, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Invoice } from '../../data/invoices';
import { descriptionOf, exactMoney, netOf, periodOf } from './invoiceText';
import { t } from '../../messages';
import { DescriptionList } from '../../components/DescriptionList';

export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { issuer, recipient, lines, corrects } = invoice;
  const hasTax = lines.some(({ tax_rate }) => tax_rate !== 0);
  return (
    <Stack gap="lg">
      <DescriptionList
        items={[
          [
            t('from'),
            <Party key="from" lines={[issuer.name, issuer.address, issuer.tax_id, issuer.email]} />,
          ],
          [t('billedTo'), <Party key="to" lines={[recipient.name, recipient.email]} />],
          [t('issued'), formats.utcDate(invoice.issued_at)],
          [t('chargeTime'), periodOf(invoice)],
          ...(corrects === null ? [] : [[t('correctsInvoice'), corrects] as const]),
        ]}
      />
      <Table
        caption={t('lines')}
        captionHidden
        onPhones="cards"
        rows={lines.map((line, index) => ({ ...line, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          { id: 'description', header: t('charge'), cell: descriptionOf },
          {
            id: 'quantity',
            header: t('quantity'),
            align: 'end',
            cell: ({ quantity }) => t('count', { used: quantity }),
          },
          ...(hasTax
            ? [
                {
                  id: 'tax',
                  header: t('tax'),
                  align: 'end' as const,
                  cell: (line: Invoice['lines'][number]) =>
                    t('taxAtRate', { amount: exactMoney(line.tax), rate: line.tax_rate }),
                },
              ]
            : []),
          { id: 'amount', header: t('amount'), align: 'end', cell: ({ amount }) => exactMoney(amount) },
        ]}
      />
      <DescriptionList
        items={[
          ...(hasTax
            ? [[t('net'), exactMoney(netOf(invoice))] as const, [t('tax'), exactMoney(invoice.tax)] as const]
            : []),
          [t('invoiceTotal'), exactMoney(invoice.total)],
        ]}
      />
      <Text size="sm" tone="muted">
        {t('invoiceNote')}
      </Text>
    </Stack>
  );
}

/** Name and address, one per row; empty ones are left out. */
const Party = ({ lines }: { lines: readonly (string | null)[] }) =>
  lines
    .flatMap((line) => line?.split('\n') ?? [])
    .filter((line) => line !== '')
    .map((line) => <div key={line}>{line}</div>);
