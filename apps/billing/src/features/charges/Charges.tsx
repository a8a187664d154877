/** Everything the current period costs: plan, monthly agents, calls and refunds, with their total. */
import { useQuery } from '@tanstack/react-query';
import { EmptyState, Icon, Section, Skeleton, Stack, Table, Text } from '@slipway/design-system';
import { formats, QueryPanel } from '@slipway/platform';
import { lastDayOf, signedMoney } from '../../data/amounts';
import { type Charge, chargeQueries, totalOf } from '../../data/charges';
import { TableSkeleton } from '../../components/TableSkeleton';
import { t as shared } from '../../messages';
import { t } from '../overview/messages';

export function Charges({ userId }: { userId: string }) {
  const charges = useQuery(chargeQueries.current(userId));
  return (
    <Section title={t('charges')} description={t('chargesHint')}>
      <QueryPanel query={charges} failure={t('chargesFailed')} waiting={<ChargesSkeleton />} keepsSpace>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              compact
              level={3}
              icon={<Icon name="money" size={20} />}
              title={t('noCharges')}
              description={t('noChargesHint')}
            />
          ) : (
            <Stack gap="sm">
              <ChargeTable charges={rows} />
              <Stack direction="row" justify="between" inset="table">
                <Text weight="strong">{t('chargesTotal')}</Text>
                <Text weight="strong">{signedMoney(totalOf(rows))}</Text>
              </Stack>
            </Stack>
          )
        }
      </QueryPanel>
    </Section>
  );
}

/** As tall as the charges of a plan and one deployment. */
const ChargesSkeleton = () => (
  <Stack gap="sm">
    <TableSkeleton columns={3} rows={2} />
    <Text as="div">
      <Skeleton />
    </Text>
  </Stack>
);

function ChargeTable({ charges }: { charges: readonly Charge[] }) {
  return (
    <Table
      caption={t('chargesOfPeriod')}
      captionHidden
      onPhones="cards"
      rows={charges}
      rowKey={keyOf}
      columns={[
        { id: 'charge', header: shared('charge'), cell: ChargeName },
        { id: 'time', header: t('chargeTime'), cell: timeOf },
        {
          id: 'amount',
          header: shared('amount'),
          align: 'end',
          cell: (charge) => signedMoney(charge.amount),
        },
      ]}
    />
  );
}

/** Refunds of a deployment differ by their day and reason. */
const keyOf = ({ kind, deployment_id, is_accrued, refunded_at, reason }: Charge): string =>
  [kind, deployment_id, is_accrued, refunded_at, reason].join(' ');

function ChargeName(charge: Charge) {
  const name = nameOf(charge);
  if (charge.reason === null) return name;
  return (
    <Stack gap="xs">
      <span>{name}</span>
      <Text size="sm" tone="muted">
        {t('refundReason', { reason: charge.reason })}
      </Text>
    </Stack>
  );
}

function nameOf({ kind, deployment_id, deployment, agent, quantity, is_accrued }: Charge): string {
  const of = { deployment: deployment ?? shared('unnamedDeployment'), agent: agent ?? t('unnamedAgent') };
  switch (kind) {
    case 'plan':
      return t('charge-plan');
    case 'plan_credit':
      return t('charge-plan_credit');
    case 'month':
      return t(is_accrued ? 'charge-accrued' : 'charge-month', of);
    case 'call':
      return t('charge-call', { deployment: of.deployment, quantity });
    case 'refund':
      return deployment_id === null ? t('charge-refund') : t('charge-refunds', { ...of, quantity }); // without one, of a plan
    default:
      return kind; // of a later version
  }
}

function timeOf({ starts_at, ends_at, refunded_at }: Charge): string {
  if (refunded_at !== null) return formats.utcDate(refunded_at);
  if (starts_at === null || ends_at === null) return shared('none');
  const [start, end] = [formats.utcDate(starts_at), formats.utcDate(lastDayOf(ends_at))];
  return start === end ? start : t('periodDates', { start, end });
}
