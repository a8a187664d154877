/** The content of an invoice: who bills whom, for what, and how much. */
import { Stack, Table, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Invoice } from '../../data/invoices';
import { descriptionOf, exactMoney, netOf, wholeCents } from './invoiceText';
import { periodOf } from './invoiceTitle';
import { InvoiceStateBadge } from './InvoiceStateBadge';
import { t as shared } from '../../messages';
import { t } from './messages';
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
            <Party
              key="from"
              lines={[
                ...[issuer.name, issuer.address],
                ...(issuer.tax_id === '' ? [] : [t('taxId', { id: issuer.tax_id })]),
                issuer.email,
              ]}
            />,
          ],
          [t('billedTo'), <Party key="to" lines={[recipient.name, recipient.email]} />],
          [shared('issued'), formats.utcDate(invoice.issued_at)],
          [shared('invoicePeriod'), periodOf(invoice)],
          ...(corrects === null ? [] : [[t('correctsInvoice'), corrects] as const]),
          ...(invoice.state === null
            ? []
            : [[shared('invoiceState'), <InvoiceStateBadge key="state" state={invoice.state} />] as const]),
        ]}
      />
      <Table
        caption={t('lines')}
        captionHidden
        onPhones="cards"
        rows={lines.map((line, index) => ({ ...line, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          { id: 'description', header: shared('charge'), cell: descriptionOf },
          {
            id: 'quantity',
            header: shared('quantity'),
            align: 'end',
            cell: ({ quantity }) => shared('count', { used: quantity }),
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
          { id: 'amount', header: shared('amount'), align: 'end', cell: ({ amount }) => exactMoney(amount) },
        ]}
      />
      <Totals invoice={invoice} hasTax={hasTax} />
      <Text size="sm" tone="muted">
        {t('invoiceNote')}
      </Text>
    </Stack>
  );
}

/** The totals, below the column of amounts. */
function Totals({ invoice, hasTax }: { invoice: Invoice; hasTax: boolean }) {
  const { tax, total, paid } = invoice;
  const inCents = wholeCents(total);
  const rows: readonly (readonly [name: string, amount: string, isTotal?: boolean])[] = [
    ...(hasTax
      ? ([
          [t('net'), exactMoney(netOf(invoice))],
          [t('tax'), exactMoney(tax)],
        ] as const)
      : []),
    [t('invoiceTotal'), exactMoney(total), true],
    // Calls can cost parts of a cent.
    ...(inCents === exactMoney(total) ? [] : ([[t('totalInCents'), inCents]] as const)),
    ...(paid === null ? [] : ([[t('paidSoFar'), exactMoney(paid)]] as const)),
  ];
  return (
    <Stack as="dl" gap="xs">
      {rows.map(([name, amount, isTotal]) => (
        <Stack key={name} direction="row" justify="between">
          <Text as="dt" weight={isTotal ? 'strong' : undefined}>
            {name}
          </Text>
          <Text as="dd" weight={isTotal ? 'strong' : undefined}>
            {amount}
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}

/** Name and address, one per row; empty ones are left out. */
const Party = ({ lines }: { lines: readonly (string | null)[] }) =>
  lines
    .flatMap((line) => line?.split('\n') ?? [])
    .filter((line) => line !== '')
    .map((line) => <div key={line}>{line}</div>);
