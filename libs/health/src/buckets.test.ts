import { expect, it } from 'vitest';
import { addBuckets, bucketOf, BUCKETS, percentileOf } from './buckets';

const bucketsOf = (values: readonly number[]) =>
  values.reduce<number[]>(
    (buckets, value) =>
      addBuckets(
        buckets,
        Array.from({ length: bucketOf(value) + 1 }, (_, at) => Number(at === bucketOf(value))),
      ),
    [],
  );

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
