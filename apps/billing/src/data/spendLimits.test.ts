/** Amounts of spend limits, as users type them and as alerts count them. */
import { describe, expect, test } from 'vitest';
import { alertOf, parseAmount, percentOf, spendLimitQueries } from './spendLimits';

describe('a typed amount', () => {
  test.each([
    ['12.50', 12.5],
    [' $0.5 ', 0.5],
    ['0', 0],
    ['1000000', 1_000_000],
    ['1000000.00', 1_000_000],
  ])('%j is %d dollars', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each([
    '',
    '$',
    '-1',
    '1.234',
    '1,5',
    '1e3',
    '12 50',
    '.5',
    '1.',
    '1000000.01',
    '10000000',
    'a1',
    '1a',
    '$$1',
    '1$',
  ])('%j is none', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });
});

describe('the highest alert', () => {
  test.each([
    [null, 100, undefined],
    [0, 0, 100],
    [0, 100, 100],
    [10, 0, undefined],
    [10, 4.999999, undefined],
    [10, 5, 50],
    [10, 7.999999, 50],
    [10, 8, 80],
    [10, 9.999999, 80],
    [10, 10, 100],
    [10, 25, 100],
    // As numbers, 0.1 + 0.2 is more than 0.3.
    [0.3, 0.1 + 0.2, 100],
    [0.01, 0.005, 50],
  ])('of a limit of %j dollars, of which %d are spent, is %j', (amount, spent, alert) => {
    expect(alertOf({ amount, spent, alerted: null })).toBe(alert);
  });

  test('a higher alert that was sent counts: the next call does not fit', () => {
    expect(alertOf({ amount: 0.18, spent: 0.15, alerted: 100 })).toBe(100);
    expect(alertOf({ amount: 10, spent: 9, alerted: 50 })).toBe(80);
  });
});

test.each([
  [6.25, 10, 62],
  [9.999999, 10, 99],
  [0.29, 1, 29],
  [0.1 + 0.2, 0.3, 100],
  [25, 10, 250],
])('%d of %d dollars are %d %%', (spent, amount, percent) => {
  expect(percentOf(spent, amount)).toBe(percent);
});

test('the limits of the account and of each deployment are cached apart, under one name', () => {
  const keys = [spendLimitQueries.of(), spendLimitQueries.of('d1'), spendLimitQueries.of('d2')].map(
    ({ queryKey }) => queryKey,
  );
  expect(keys).toEqual([
    ['spend-limits', 'account'],
    ['spend-limits', 'd1'],
    ['spend-limits', 'd2'],
  ]);
  expect(spendLimitQueries.all()).toEqual(['spend-limits']);
});
