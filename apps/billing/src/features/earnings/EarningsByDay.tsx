/** Earnings of a range: their sums, a chart with one series per agent, and a table of days and agents, newest first. */
import { Grid, Stack, StatCard } from '@slipway/design-system';
import { Chart } from '@slipway/design-system/chart';
import { formats } from '@slipway/platform';
import { PagedTable } from '../../components/PagedTable';
import { signedMoney } from '../../data/amounts';
import { type DailyEarnings, sumOf } from '../../data/earnings';
import { overTime } from '../../data/overTime';
import { t as shared } from '../../messages';
import { t } from './messages';

interface EarningsByDayProps {
  /** Oldest first. */
  rows: readonly DailyEarnings[];
  days: number;
  now: number;
}

const nameOf = (agent: string | null) => agent ?? t('deletedAgent');

export function EarningsByDay({ rows, days, now }: EarningsByDayProps) {
  const charged = sumOf(rows.map(({ revenue }) => revenue));
  const earned = sumOf(rows.map((row) => row.earned));
  const chart = overTime(
    rows.map(({ day, agent, agent_id, earned: value }) => ({
      ...{ day, id: agent_id ?? 'none', name: agent, value },
    })),
    days,
    now,
  );
  return (
    <Stack gap="xl">
      <Grid min="6rem" count={3} gap="sm">
        <StatCard label={t('charged')} value={signedMoney(charged)} />
        <StatCard label={t('taxAndFee')} value={signedMoney(sumOf([charged, -earned]))} />
        <StatCard label={t('earned')} value={signedMoney(earned)} />
      </Grid>
      <Chart
        label={t('earningsChart')}
        kind="stack"
        emptyText={t('noEarnings')}
        periodLabel={shared('day')}
        tableLabel={shared('showAsTable')}
        periods={chart.days.map(formats.utcMonthDay)}
        series={chart.series.map((one) => ({
          id: one.id,
          label: one.isRest ? shared('others') : nameOf(one.name),
          values: one.values,
        }))}
        format={signedMoney}
      />
      <PagedTable
        moreLabel={t('moreEarnings')}
        caption={t('earningsTable')}
        captionHidden
        onPhones="cards"
        rows={[...rows].reverse()}
        rowKey={({ day, agent_id }) => `${day} ${agent_id ?? ''}`}
        columns={[
          { id: 'day', header: shared('day'), cell: ({ day }) => formats.utcDate(day) },
          { id: 'agent', header: t('agent'), cell: ({ agent }) => nameOf(agent) },
          { id: 'charged', header: t('charged'), align: 'end', cell: ({ revenue }) => signedMoney(revenue) },
          { id: 'earned', header: t('earned'), align: 'end', cell: (row) => signedMoney(row.earned) },
        ]}
      />
    </Stack>
  );
}
