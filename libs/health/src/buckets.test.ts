import { expect, it } from 'vitest';
import { addBuckets, addTo, bucketOf, BUCKETS, percentileOf } from './buckets';

const bucketsOf = (values: readonly number[]) => {
  const buckets: number[] = [];
  for (const value of values) addTo(buckets, bucketOf(value));
  return buckets;
};

it('puts every duration into one of the buckets', () => {
  expect([0, 31, 32, 38, 39, 64, 1e9].map(bucketOf)).toEqual([0, 0, 1, 1, 2, 5, BUCKETS - 1]);
});

it.each([0.5, 0.75, 0.95])('finds the percentile %d within 10 %%', (share) => {
  const values = Array.from({ length: 1000 }, (_, index) => 200 + index * 3);
  const exact = values[Math.round(share * 1000) - 1] ?? 0;
  const found = percentileOf(bucketsOf(values), share) ?? 0;
  expect(Math.abs(found - exact) / exact).toBeLessThan(0.1);
});

it('has no percentile without values', () => {
  expect(percentileOf([], 0.75)).toBeUndefined();
});

it('adds buckets of different lengths', () => {
  expect(addBuckets([1, 2], [0, 1, 5]).slice(0, 4)).toEqual([1, 3, 5, 0]);
});
