import { expect, test } from 'vitest';
import { daysUntil, lastDayOf, money, signedMoney } from './amounts';

test.each([
  [0, '$0.00'],
  [0.004, '< $0.01'],
  [0.005, '$0.01'],
  [1234.5, '$1,234.50'],
])('formats %s dollars as %s', (amount, text) => {
  expect(money(amount)).toBe(text);
});

test.each([
  ['a day that has started', '2026-11-22T00:00:00Z', 1],
  ['two days and a second', '2026-11-23T12:00:01Z', 3],
  ['the same moment', '2026-11-21T12:00:00Z', 0],
  ['the past', '2026-11-20T00:00:00Z', 0],
])('counts the days until %s', (_, end, days) => {
  expect(daysUntil(end, Date.parse('2026-11-21T12:00:00Z'))).toBe(days);
});

test.each([
  [0, '$0.00'],
  [29, '$29.00'],
  [-29, '−$29.00'],
  [-0.001, '−< $0.01'],
])('a charge of %s dollars is %s: only credits have a sign', (amount, text) => {
  expect(signedMoney(amount)).toBe(text);
});

test('a month ends on its last day, and a period that ends later in a day on that day', () => {
  expect(lastDayOf('2026-12-01T00:00:00+00:00').slice(0, 10)).toBe('2026-11-30');
  expect(lastDayOf('2026-12-30T12:00:00+00:00').slice(0, 10)).toBe('2026-12-30');
});
