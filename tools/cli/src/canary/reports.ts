/** Reads the reports of a slice. Only reports that may still change are read again. */
import type { HealthMinute, HealthSource } from '@slipway/health';

const MINUTE = 60_000;
/** Small enough for the limit of rows in one response. Milliseconds. */
const WINDOW = 6 * 60 * MINUTE;
/** Reports that arrive later than this are not counted. */
const FINAL = 10 * MINUTE;

export type ReadReports = (from: number, to: number) => Promise<HealthMinute[]>;

/** Returns the minutes that begin in `[from, to)`, in ascending order. @throws as the source does */
export function createReportReader(
  source: Pick<HealthSource, 'minutes'>,
  subject: { environment: string; slice: string },
): ReadReports {
  const known = new Map<number, HealthMinute[]>();
  return async (from, to) => {
    const first = Math.floor(from / WINDOW) * WINDOW;
    for (const start of known.keys()) if (start < first) known.delete(start);
    const rows: HealthMinute[] = [];
    for (let start = first; start < to; start += WINDOW) {
      const end = start + WINDOW;
      const query = { ...subject, from: new Date(start), to: new Date(Math.min(end, to)) };
      const found = known.get(start) ?? (await source.minutes(query));
      if (end + FINAL < to) known.set(start, found);
      for (const row of found) if (Date.parse(row.minute) >= from) rows.push(row);
    }
    return rows;
  };
}
