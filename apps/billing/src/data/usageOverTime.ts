/** Usage by day as chart data, one series per deployment. */
import { overTime, type OverTime } from './overTime';
import type { DailyUsage } from './usage';

export type Measure = 'messages' | 'cost';

/** The id of a series is a deployment's, or `none` (without a deployment). */
export const usageOverTime = (
  rows: readonly DailyUsage[],
  measure: Measure,
  count: number,
  now: number,
): OverTime =>
  overTime(
    rows.map((row) => ({
      ...{ day: row.day, id: row.deployment_id ?? 'none', name: row.deployment },
      value: row[measure],
    })),
    count,
    now,
  );
