/** Health of releases in browsers: collecting reports of pages, and reading them. */
export { addBuckets, bucketOf, BUCKETS, percentileOf } from './buckets';
export type { HealthFailure, HealthMinute, HealthQuery, HealthSource } from './source';
