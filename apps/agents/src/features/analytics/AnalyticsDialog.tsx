/** How an agent does: sums of a span, and every day of it as a chart and as a table. */
import { useQuery } from '@tanstack/react-query';
import { Grid, Skeleton, Stack, StatCard, Tabs } from '@slipway/design-system';
import { Chart } from '@slipway/design-system/chart';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import type { Agent } from '../../data/agents';
import { type DayFigures, figureQueries, type Span, spans, totalsOf } from '../../data/analytics';
import { numberOf, t } from '../../messages';

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dollars = (amount: number) => t('dollars', { amount });

interface AnalyticsDialogProps {
  agent: Agent;
  onClose: () => void;
}

export default function AnalyticsDialog({ agent, onClose }: AnalyticsDialogProps) {
  return (
    <Dialog open isTall size="lg" title={t('figuresTitle', { name: agent.name })} onClose={onClose}>
      <Tabs
        label={t('span')}
        tabs={spans.map((span) => ({
          id: String(span),
          label: t(`days-${span}`),
          panel: <SpanFigures agent={agent.id} span={span} />,
        }))}
      />
    </Dialog>
  );
}

function SpanFigures({ agent, span }: { agent: string; span: Span }) {
  const figures = useQuery(figureQueries.of(agent, span));
  return (
    <QueryPanel
      query={figures}
      failure={t('figuresFailed')}
      waiting={<Skeleton shape="block" height="26rem" />}
    >
      {(days) => <Days days={days} />}
    </QueryPanel>
  );
}

function Days({ days }: { days: readonly DayFigures[] }) {
  const totals = totalsOf(days);
  const periods = days.map(({ day }) => short.format(new Date(day)));
  const chart = { periodLabel: t('day'), periods, tableLabel: t('showAsTable') };
  return (
    <Stack gap="xl">
      <Grid min="9rem" gap="sm">
        <StatCard label={t('installs')} value={numberOf(totals.installs)} />
        <StatCard label={t('interactions')} value={numberOf(totals.interactions)} />
        <StatCard label={t('revenue')} value={dollars(totals.revenue)} />
      </Grid>
      <Chart
        {...chart}
        kind="line"
        label={t('installsAndInteractions')}
        format={numberOf}
        series={[
          { id: 'interactions', label: t('interactions'), values: days.map((day) => day.interactions) },
          { id: 'installs', label: t('installs'), values: days.map((day) => day.installs) },
        ]}
      />
      <Chart
        {...chart}
        kind="bar"
        label={t('revenueByDay')}
        format={dollars}
        series={[{ id: 'revenue', label: t('revenue'), values: days.map((day) => day.revenue) }]}
      />
    </Stack>
  );
}
