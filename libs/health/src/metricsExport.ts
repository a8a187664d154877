/** The records as OpenTelemetry metrics, with the attributes environment, slice, version, group and route. */
import type { Meter } from '@opentelemetry/api';
import { BUCKETS, startOf } from './buckets';
import type { HealthFailure, HealthMinute } from './source';
import type { Batch } from './totals';

const boundaries = Array.from({ length: BUCKETS - 1 }, (_, bucket) => startOf(bucket + 1));

const releaseOf = (row: HealthMinute | HealthFailure) => ({
  'deployment.environment.name': row.environment,
  'slipway.slice': row.slice,
  'slipway.version': row.version,
});

/** Exports sums as OpenTelemetry metrics. Returns the function that adds a batch. */
export function createMetricsExport(meter: Meter): (batch: Batch) => void {
  const counter = (name: string, description: string) =>
    meter.createCounter(`slipway.page.${name}`, { description });
  const counters = {
    views: counter('views', 'Pages shown, or failed'),
    failedViews: counter('failed_views', 'Views with a failure'),
    errorViews: counter('error_views', 'Views with an error'),
    errors: counter('errors', 'Errors that nothing caught'),
    longTasks: counter('long_tasks', 'Tasks over 50 ms'),
  };
  const failures = counter('failures', 'Failures and errors of all visits, by phase');
  const histogram = (name: string, description: string) =>
    meter.createHistogram(`slipway.page.${name}`, {
      ...{ description, unit: 'ms' },
      advice: { explicitBucketBoundaries: boundaries },
    });
  const timings = {
    lcpBuckets: histogram('lcp', 'Largest Contentful Paint'),
    inpBuckets: histogram('inp', 'Interaction to Next Paint'),
  };

  return (batch) => {
    for (const row of batch.minutes) {
      const attributes = { ...releaseOf(row), 'slipway.group': row.group, 'http.route': row.route };
      for (const field of ['views', 'failedViews', 'errorViews', 'errors', 'longTasks'] as const) {
        if (row[field] > 0) counters[field].add(row[field], attributes);
      }
      for (const field of ['lcpBuckets', 'inpBuckets'] as const) {
        for (const [bucket, count] of row[field].entries()) {
          // The middle of the bucket, because single values are not stored.
          const value = (startOf(bucket) + startOf(bucket + 1)) / 2;
          for (let index = 0; index < count; index += 1) timings[field].record(value, attributes);
        }
      }
    }
    for (const row of batch.failures) {
      failures.add(row.count, { ...releaseOf(row), 'slipway.phase': row.phase });
    }
  };
}
