/** Health of releases in browsers: collecting reports of pages, and reading them. */
export { addBuckets, bucketOf, BUCKETS, percentileOf } from './buckets';
export { type Collector, type CollectorOptions, createCollector } from './collector';
export { databaseHealthSource, type HealthDatabase } from './database';
export { httpHealthSource } from './httpSource';
export {
  createKnownReleases,
  type KnownReleases,
  OVERRIDE_VERSION,
  type ReadComposition,
} from './knownReleases';
export { createMetricsExport } from './metricsExport';
export { createHealthReader } from './reading';
export type { HealthExposure, HealthFailure, HealthMinute, HealthQuery, HealthSource } from './source';
export type { Batch } from './totals';
