/** Records of a collector for tests. */
import type { HealthExposure, HealthFailure, HealthMinute, HealthSource } from '@slipway/health';

/** A minute without any views, changed by `fields`. */
export const healthMinute = (fields: Partial<HealthMinute>): HealthMinute => ({
  ...{ environment: 'staging', minute: '2026-11-21T10:00:00.000Z', slice: 'market' },
  ...{ version: 'a'.repeat(16), group: 'stable', route: '*' },
  ...{ views: 0, failedViews: 0, errorViews: 0, errors: 0, longTasks: 0 },
  ...{ visits: 0, failedVisits: 0, errorVisits: 0 },
  ...{ lcpCount: 0, lcpSumLog: 0, lcpSumLog2: 0, lcpBuckets: [] },
  ...{ inpCount: 0, inpSumLog: 0, inpSumLog2: 0, inpBuckets: [] },
  ...{ clsCount: 0, clsSum: 0 },
  ...fields,
});

/** A source with the rows that `rows` returns when it is read. */
export const healthSourceOf = (
  rows: () => readonly HealthMinute[],
  failures: () => readonly HealthFailure[] = () => [],
  exposures: () => readonly HealthExposure[] = () => [],
): HealthSource => ({
  minutes: ({ environment, slice, from, to }) =>
    Promise.resolve(
      rows().filter(
        (row) =>
          row.environment === environment &&
          (slice === undefined || row.slice === slice) &&
          new Date(row.minute) >= from &&
          new Date(row.minute) < to,
      ),
    ),
  failures: ({ environment, slice }) =>
    Promise.resolve(
      failures().filter(
        (failure) => failure.environment === environment && (slice === undefined || failure.slice === slice),
      ),
    ),
  exposures: ({ environment, from, to }) =>
    Promise.resolve(
      exposures().filter(
        (row) => row.environment === environment && new Date(row.hour) >= from && new Date(row.hour) < to,
      ),
    ),
});
