/** Analytics of an agent: totals of a period, and charts of each day with their tables. */
import { useQuery } from '@tanstack/react-query';
import { Grid, Skeleton, Stack, StatCard, Tabs } from '@slipway/design-system';
import { Chart } from '@slipway/design-system/chart';
import { Dialog } from '@slipway/design-system/overlays';
import { formats, QueryPanel } from '@slipway/platform';
import { type Agent, isDeleted } from '../../data/agents';
import { type DayAnalytics, analyticsQueries, type Period, periods, sumOf } from '../../data/analytics';
import { t as shared } from '../../messages';
import { t } from './messages';

const dollars = (amount: number) => t('dollars', { amount });

interface AnalyticsDialogProps {
  agent: Agent;
  onClose: () => void;
}

export function AnalyticsDialog({ agent, onClose }: AnalyticsDialogProps) {
  return (
    <Dialog open kind="panel" size="lg" title={t('analyticsTitle', { name: agent.name })} onClose={onClose}>
      <Tabs
        label={t('period')}
        tabs={periods.map((period) => ({
          id: String(period),
          label: t(`days-${period}`),
          panel: <PeriodAnalytics agent={agent.id} period={period} />,
        }))}
      />
    </Dialog>
  );
}

function PeriodAnalytics({ agent, period }: { agent: string; period: Period }) {
  const analytics = useQuery(analyticsQueries.perDay(agent, period));
  return (
    <QueryPanel
      query={analytics}
      failure={isDeleted(analytics.error) ? shared('wasDeleted') : t('analyticsFailed')}
      waiting={<Skeleton shape="block" height="26rem" />}
    >
      {(days) => <Days days={days} />}
    </QueryPanel>
  );
}

function Days({ days }: { days: readonly DayAnalytics[] }) {
  const totals = sumOf(days);
  const periods = days.map(({ day }) => formats.utcMonthDay(day));
  const chart = { periodLabel: t('day'), periods, tableLabel: t('showAsTable') };
  return (
    <Stack gap="xl">
      <Grid min="6rem" count={3} gap="sm">
        <StatCard label={shared('installs')} value={formats.integer(totals.installs)} />
        <StatCard label={shared('interactions')} value={formats.integer(totals.interactions)} />
        <StatCard label={t('revenue')} value={dollars(totals.revenue)} />
      </Grid>
      <Chart
        {...chart}
        kind="line"
        label={t('installsAndInteractions')}
        emptyText={t('noInstalls')}
        format={formats.integer}
        series={[
          { id: 'interactions', label: shared('interactions'), values: days.map((day) => day.interactions) },
          { id: 'installs', label: shared('installs'), values: days.map((day) => day.installs) },
        ]}
      />
      <Chart
        {...chart}
        kind="bar"
        label={t('revenueByDay')}
        emptyText={t('noRevenue')}
        format={dollars}
        series={[{ id: 'revenue', label: t('revenue'), values: days.map((day) => day.revenue) }]}
      />
    </Stack>
  );
}
