/** Buckets of durations, four per doubling, so that a percentile is exact to 10 %. */

/** Milliseconds; the first bucket ends here. */
const FIRST = 32;
const PER_DOUBLING = 4;
/** The last bucket has no upper bound: it starts at 62 seconds. */
export const BUCKETS = 45;

/** The index of the bucket of a duration. */
export const bucketOf = (ms: number): number =>
  ms < FIRST ? 0 : Math.min(BUCKETS - 1, Math.floor(PER_DOUBLING * Math.log2(ms / FIRST)) + 1);

/** The lower bound of a bucket, in milliseconds. */
export const startOf = (bucket: number) => (bucket === 0 ? 0 : FIRST * 2 ** ((bucket - 1) / PER_DOUBLING));

/** The duration that `share` (0 to 1) of the values do not exceed, in milliseconds; undefined without values. */
export function percentileOf(buckets: readonly number[], share: number): number | undefined {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = total * share;
  for (const [bucket, count] of buckets.entries()) {
    if (count > 0 && left <= count) {
      const start = startOf(bucket);
      return start + (left / count) * (startOf(bucket + 1) - start);
    }
    left -= count;
  }
  return startOf(BUCKETS - 1);
}

/** Counts a value. `buckets` is as long as its last count requires. */
export function addTo(buckets: number[], bucket: number): void {
  while (buckets.length <= bucket) buckets.push(0);
  buckets[bucket] = (buckets[bucket] ?? 0) + 1;
}

/** The sum of two lists of buckets; either may be empty. */
export const addBuckets = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: BUCKETS }, (_, bucket) => (one[bucket] ?? 0) + (other[bucket] ?? 0));
