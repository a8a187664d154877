/** Failures, vitals and views over time, with the deploys of the slice marked. */
import type { DeployMark, Health } from '@slipway/cli/console';
import { Card, Grid } from '@slipway/design-system';
import { Chart } from '@slipway/design-system/chart';
import { changeLine } from '../../components/changeLine';
import { chartData } from '../../data/chartData';
import { duration, number } from '../../data/format';
import { text } from '../../messages';

export interface HealthChartsProps {
  health: Health;
  /** Of this environment. */
  deploys: readonly DeployMark[];
  hours: number;
}

const labelOf = ({ revision, author, changes }: DeployMark) =>
  text.deployMark(revision, author, changes.map(changeLine).join(', '));

const percentOf = (value: number) => `${value.toFixed(value > 0 && value < 10 ? 1 : 0)}%`;

export function HealthCharts({ health, deploys, hours }: HealthChartsProps) {
  if (health.points.length === 0) return null;
  const { periods, failed, errors, lcp, inp, views, events } = chartData(
    health.points,
    deploys,
    hours,
    labelOf,
  );
  const shared = { periodLabel: text.time, periods, events: { label: text.deploys, points: events } };
  return (
    <Grid min="22rem" count={3}>
      <Card>
        <Chart
          {...shared}
          label={text.chartFailed}
          kind="line"
          format={percentOf}
          series={[
            { id: 'failed', label: text.failureRate, values: failed },
            { id: 'errors', label: text.errorRate, values: errors },
          ]}
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
          series={[{ id: 'views', label: text.chartViews, values: views }]}
        />
      </Card>
    </Grid>
  );
}
