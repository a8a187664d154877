/** The payouts of a creator, newest first. */
import { Badge } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { PagedTable } from '../../components/PagedTable';
import { signedMoney } from '../../data/amounts';
import type { Payout } from '../../data/earnings';
import { t as shared } from '../../messages';
import { t } from './messages';

const tones = { pending: 'info', paid: 'success', failed: 'danger', reversed: 'warning' } as const;
const statuses = ['pending', 'paid', 'failed', 'reversed'] as const;

export function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <PagedTable
      moreLabel={t('morePayouts')}
      caption={t('payouts')}
      captionHidden
      onPhones="cards"
      rows={payouts}
      rowKey={({ month }) => month}
      columns={[
        { id: 'made', header: t('payoutMade'), cell: ({ created_at }) => formats.utcDate(created_at) },
        { id: 'amount', header: shared('amount'), align: 'end', cell: ({ amount }) => signedMoney(amount) },
        {
          id: 'given_back',
          header: t('givenBack'),
          align: 'end',
          cell: ({ given_back }) => (given_back === 0 ? shared('none') : signedMoney(given_back)),
        },
        { id: 'status', header: t('payoutStatus'), cell: ({ status }) => <Status status={status} /> },
      ]}
    />
  );
}

function Status({ status }: { status: string }) {
  const known = statuses.find((each) => each === status);
  // A newer backend may send a status that this version does not know.
  return known ? <Badge tone={tones[known]}>{t(`payoutStatus-${known}`)}</Badge> : status;
}
