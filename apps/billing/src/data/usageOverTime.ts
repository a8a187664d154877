/** Use by day, as a chart takes it: every day of the range, and up to three lines. */
import type { DayOfUse } from './usage';

export type Measure = 'messages' | 'cost';

export interface UseOverTime {
  /** `2026-11-21`, every one, oldest first. */
  days: string[];
  /** Most used first; what has no line of its own is the last one. */
  lines: { id: string; deployment: string | null; isRest: boolean; values: number[] }[];
}

/** Lines that can be told apart. */
const MOST_LINES = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last `count` days of UTC until `now` (milliseconds since 1970), oldest first. */
const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/** `id` is a deployment's, or `none` and `rest`. */
export function overTime(
  rows: readonly DayOfUse[],
  measure: Measure,
  count: number,
  now: number,
): UseOverTime {
  const days = lastDays(count, now);
  const lines = new Map<string, UseOverTime['lines'][number]>();
  for (const row of rows) {
    const at = days.indexOf(row.day);
    if (at === -1) continue; // it has become tomorrow since the database was asked
    const id = row.deployment_id ?? 'none';
    const line = lines.get(id) ?? {
      id,
      deployment: row.deployment,
      isRest: false,
      values: days.map(() => 0),
    };
    line.values[at] = (line.values[at] ?? 0) + row[measure];
    lines.set(id, line);
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const ranked = [...lines.values()].sort((a, b) => sum(b.values) - sum(a.values));
  if (ranked.length <= MOST_LINES) return { days, lines: ranked };
  const rest = ranked.slice(MOST_LINES - 1);
  return {
    days,
    lines: [
      ...ranked.slice(0, MOST_LINES - 1),
      {
        id: 'rest',
        deployment: null,
        isRest: true,
        values: days.map((_, at) => sum(rest.map((line) => line.values[at] ?? 0))),
      },
    ],
  };
}
