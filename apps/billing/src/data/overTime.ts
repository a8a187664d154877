/** Rows of days as chart data: every day of the range, and up to three series. */

export interface DayValue {
  /** UTC, such as `2026-11-21`. */
  day: string;
  /** The id of the series. */
  id: string;
  /** Null after a deletion. */
  name: string | null;
  value: number;
}

export interface OverTime {
  /** Every day of the range, oldest first. */
  days: string[];
  /** Largest first. With more than three, the last series sums the rest; its id is `rest`. */
  series: { id: string; name: string | null; isRest: boolean; values: number[] }[];
}

/** More are hard to tell apart. */
const MAX_SERIES = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last `count` days in UTC up to `now` (milliseconds since 1970), oldest first. */
const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

export function overTime(rows: readonly DayValue[], count: number, now: number): OverTime {
  const days = lastDays(count, now);
  const byId = new Map<string, OverTime['series'][number]>();
  for (const { day, id, name, value } of rows) {
    const at = days.indexOf(day);
    if (at === -1) continue; // the day changed between the query and now
    const one = byId.get(id) ?? { id, name, isRest: false, values: days.map(() => 0) };
    one.values[at] = (one.values[at] ?? 0) + value;
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
        ...{ id: 'rest', name: null, isRest: true },
        values: days.map((_, at) => sum(rest.map((one) => one.values[at] ?? 0))),
      },
    ],
  };
}
