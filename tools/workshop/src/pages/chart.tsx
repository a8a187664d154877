/** Stories of the folder `chart/`. */
import { Card, Grid } from '@slipway/design-system';
import { Chart } from '@slipway/design-system/chart';
import type { Story } from '../story';

const dayOf = (at: number) =>
  new Date(Date.UTC(2026, 9, 22 + at)).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
const days = Array.from({ length: 30 }, (_, at) => dayOf(at));

/** A weekly pattern that grows slowly; the same on every load. */
const rhythm = (base: number, growth: number) =>
  days.map((_, at) =>
    Math.round(base * (1 + growth * at + 0.35 * Math.sin((at * 2 * Math.PI) / 7) + 0.1 * Math.sin(at * 1.7))),
  );

const messages = { id: 'messages', label: 'Messages', values: rhythm(820, 0.03) };
const calls = { id: 'calls', label: 'API calls', values: rhythm(540, 0.015) };
const failed = { id: 'failed', label: 'Failed', values: rhythm(90, 0.01) };
const dollars = (value: number) => `$${value.toFixed(2)}`;

export default {
  Chart: {
    area: () => (
      <Card>
        <Chart label="Messages a day" periodLabel="Day" periods={days} series={[messages]} />
      </Card>
    ),
    'three lines': () => (
      <Card>
        <Chart
          label="Traffic"
          kind="line"
          periodLabel="Day"
          periods={days}
          series={[messages, calls, failed]}
        />
      </Card>
    ),
    'a line with events': () => (
      <Card>
        <Chart
          label="Failed calls"
          kind="line"
          periodLabel="Day"
          periods={days}
          series={[failed]}
          events={{
            label: 'Deploys',
            points: [
              { at: 9, label: 'Revision 12 of Ada' },
              { at: 22, label: 'Revision 13 of Bea' },
            ],
          }}
        />
      </Card>
    ),
    bars: () => (
      <Card>
        <Chart
          label="Cost a day"
          kind="bar"
          periodLabel="Day"
          periods={days}
          series={[{ id: 'cost', label: 'Cost', values: messages.values.map((value) => value * 0.002) }]}
          format={dollars}
        />
      </Card>
    ),
    'three bars per period, with a negative value': () => (
      <Grid min="18rem">
        <Card>
          <Chart
            label="Earned and spent"
            kind="bar"
            periodLabel="Month"
            periods={['Aug', 'Sep', 'Oct', 'Nov']}
            series={[
              { id: 'earned', label: 'Earned', values: [120, 180, 240, 210] },
              { id: 'spent', label: 'Spent', values: [80, 90, 130, 150] },
              { id: 'left', label: 'Left over', values: [40, 90, 110, -60] },
            ]}
            format={(value) => `${value < 0 ? '−' : ''}$${String(Math.abs(value))}`}
          />
        </Card>
        <Card>
          <Chart
            label="Replies, with days unknown"
            periodLabel="Day"
            periods={days.slice(0, 8)}
            series={[{ id: 'replies', label: 'Replies', values: [3, 8, 5, null, null, 9, 12, 7] }]}
          />
        </Card>
        <Card>
          <Chart
            label="Nothing yet"
            emptyText="No messages in this period"
            periodLabel="Day"
            periods={days.slice(0, 7)}
            series={[{ ...messages, values: Array.from({ length: 7 }, () => 0) }]}
          />
        </Card>
        <Card>
          <Chart
            label="The first day"
            kind="line"
            periodLabel="Day"
            periods={['21 Nov']}
            series={[{ ...messages, values: [12] }]}
          />
        </Card>
      </Grid>
    ),
  },
} satisfies Story;
