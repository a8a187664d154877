/** Usage by day, as chart data: every day of the range, and up to three series. */
import type { DailyUsage } from './usage';

export type Measure = 'messages' | 'cost';

export interface UsageOverTime {
  /** Every day of the range (`2026-11-21`), oldest first. */
  days: string[];
  /** Most used first. With more than three deployments, the last series sums the rest. */
  series: { id: string; deployment: string | null; isRest: boolean; values: number[] }[];
}

/** More are hard to tell apart. */
const MAX_SERIES = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last `count` days in UTC up to `now` (milliseconds since 1970), oldest first. */
const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/** The `id` of a series is a deployment's, `none` (without a deployment) or `rest`. */
export function usageOverTime(
  rows: readonly DailyUsage[],
  measure: Measure,
  count: number,
  now: number,
): UsageOverTime {
  const days = lastDays(count, now);
  const byId = new Map<string, UsageOverTime['series'][number]>();
  for (const row of rows) {
    const at = days.indexOf(row.day);
    if (at === -1) continue; // the day changed between the query and now
    const id = row.deployment_id ?? 'none';
    const one = byId.get(id) ?? {
      id,
      deployment: row.deployment,
      isRest: false,
      values: days.map(() => 0),
    };
    one.values[at] = (one.values[at] ?? 0) + row[measure];
    byId.set(id, one);
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const ranked = [...byId.values()].sort((a, b) => sum(b.values) - sum(a.values));
  if (ranked.length <= MAX_SERIES) return { days, series: ranked };
  const rest = ranked.slice(MAX_SERIES - 1);
  return {
    days,
    series: [
      ...ranked.slice(0, MAX_SERIES - 1),
      {
        id: 'rest',
        deployment: null,
        isRest: true,
        values: days.map((_, at) => sum(rest.map((one) => one.values[at] ?? 0))),
      },
    ],
  };
}
