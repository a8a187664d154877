/** Exact amounts of invoices. */
import { expect, test } from 'vitest';
import { dollarsOf, exactDollars, minus, plus, toCents } from './amounts';

test('amounts keep every digit', () => {
  expect(['0', '29', '1234567.5', '-0.000125', '0.333000'].map(exactDollars)).toEqual([
    ...['$0.00', '$29.00', '$1,234,567.50', '−$0.000125', '$0.333'],
  ]);
  expect(exactDollars(minus('0.3', '0.100000000001'))).toBe('$0.199999999999');
  expect(exactDollars(minus('-1', '-0.159663865546'))).toBe('−$0.840336134454');
  // A price may have 30 decimal places, so a sum of calls too.
  const price = `0.${'3'.repeat(30)}`;
  expect(exactDollars(plus(price, price))).toBe(`$0.${'6'.repeat(30)}`);
});

test('a payment is whole cents, half a cent away from zero', () => {
  expect(['0.005', '0.00499', '-0.005', '29', '12.345'].map((each) => dollarsOf(toCents(each)))).toEqual([
    ...['$0.01', '$0.00', '−$0.01', '$29.00', '$12.35'],
  ]);
});

test.each(['', '1e-7', ' 1', '1,5', '1.', '.5', '--1', '1.2.3'])('“%s” is not an amount', (text) => {
  expect(() => exactDollars(text)).toThrow(RangeError);
});
