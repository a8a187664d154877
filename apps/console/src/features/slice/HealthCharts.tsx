/** Failures, vitals and views over time, with the deploys of the slice marked. */
import type { DeployMark, Health } from '@slipway/cli/console';
import { Card, Grid } from '@slipway/design-system';
import { Chart } from '@slipway/design-system/chart';
import { changeLine } from '../../components/changeLine';
import { CHART_WIDTH } from '../../components/SliceSkeleton';
import { chartData } from '../../data/chartData';
import { duration, number, short } from '../../data/format';
import { text } from '../../messages';

export interface HealthChartsProps {
  health: Health;
  /** The deploys to this environment. */
  deploys: readonly DeployMark[];
  hours: number;
  /** The release that runs now. */
  version: string | undefined;
}

const labelOf = ({ revision, author, changes }: DeployMark) =>
  text.deployMark(revision, author, changes.map(changeLine).join(', '));

const percentOf = (value: number) => `${value.toFixed(value <= 0 || value >= 10 ? 0 : value >= 1 ? 1 : 2)}%`;

export function HealthCharts({ health, deploys, hours, version }: HealthChartsProps) {
  if (health.points.length === 0) return null;
  const { periods, failed, errors, lcp, inp, views, events } = chartData(health, deploys, hours, labelOf);
  const shared = { periodLabel: text.time, periods, events: { label: text.deploys, points: events } };
  const byRelease = failed.map(({ version: one, values }) => ({
    id: one,
    label: one === version ? text.runsNowOf(short(one)) : short(one),
    values,
  }));
  return (
    <Grid min={CHART_WIDTH}>
      <Card>
        <Chart
          {...shared}
          label={text.chartFailed}
          kind="line"
          format={percentOf}
          series={
            byRelease.length > 0
              ? byRelease
              : [{ id: 'none', label: text.failureRate, values: health.points.map(() => null) }]
          }
        />
      </Card>
      <Card>
        <Chart
          {...shared}
          label={text.chartErrors}
          kind="line"
          format={percentOf}
          series={[{ id: 'errors', label: text.errorRate, values: errors }]}
        />
      </Card>
      <Card>
        <Chart
          {...shared}
          label={text.chartVitals}
          kind="line"
          format={duration}
          series={[
            { id: 'lcp', label: text.lcpColumn, values: lcp },
            { id: 'inp', label: text.inpColumn, values: inp },
          ]}
        />
      </Card>
      <Card>
        <Chart
          {...shared}
          label={text.chartViews}
          kind="bar"
          format={number}
          series={[{ id: 'views', label: text.statViews, values: views }]}
        />
      </Card>
    </Grid>
  );
}
