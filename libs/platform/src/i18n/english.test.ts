/** Each text is that of `Intl`, or there is none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  englishDate,
  englishDateTime,
  englishDay,
  englishList,
  englishNumber,
  englishPast,
  englishPlural,
  englishTime,
} from './english';

const intlNumber = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en', options).format(value);

const decimals = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 12 }), fc.nat({ max: 7 }))
  .map(([n, p]) => n / 10 ** p);
const numbers = fc.oneof(
  decimals,
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, 999, 1_000),
);

test('numbers', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom([0, 3], [2, 2], [2, 6], [0, 2], [4, 4]), (value, [least, most]) => {
      const options = { minimumFractionDigits: least ?? 0, maximumFractionDigits: most ?? 0 };
      expect(englishNumber(value, options) ?? intlNumber(value, options)).toBe(intlNumber(value, options));
    }),
    { numRuns: 300 },
  );
  for (const options of [{}, { minimumFractionDigits: 4 }, { maximumFractionDigits: 0 }])
    for (const value of [0, 7, 12.5, 1_234_567]) {
      const text = englishNumber(value, options);
      expect(text ?? intlNumber(value, options)).toBe(intlNumber(value, options));
    }
});

test('the numbers that pages show need no Intl', () => {
  expect(englishNumber(1_234_567, {})).toBe('1,234,567');
  expect(englishNumber(29, { minimumFractionDigits: 2, maximumFractionDigits: 2 })).toBe('29.00');
  expect(englishNumber(0.005, { minimumFractionDigits: 2, maximumFractionDigits: 6 })).toBe('0.005');
});

test('money with more decimals than cents is rounded as Intl does (23)', () => {
  const money = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  for (const value of [1.005, 0.015, 0.0049, 5.3156, 9.995, 999.999, 999_999.9999]) {
    const text = englishNumber(value, money);
    expect(text, String(value)).toBe(intlNumber(value, money));
  }
  expect(englishNumber(1.9999, {})).toBe('2');
  expect(englishNumber(9.5, { maximumFractionDigits: 0 })).toBe('10');
});

test('numbers with a sign or an exponent have no text', () => {
  for (const value of [-1, -0, NaN, Infinity, 1e21, 1e-7])
    expect(englishNumber(value, { maximumFractionDigits: 2 }), String(value)).toBeUndefined();
});

test('plurals', () => {
  const rules = new Intl.PluralRules('en');
  for (const count of [0, 1, -1, 1.5, 2, 11, 21, 101]) expect(englishPlural(count)).toBe(rules.select(count));
});

test('days and dates, in UTC and in the time zone of the user', () => {
  const times = fc.date({ min: new Date('1970-01-02'), max: new Date('3000-01-01'), noInvalidDate: true });
  const text = (time: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', options).format(time);
  fc.assert(
    fc.property(times, (time) => {
      expect(englishDate(time, true)).toBe(text(time, { dateStyle: 'medium', timeZone: 'UTC' }));
      expect(englishDate(time, false)).toBe(text(time, { dateStyle: 'medium' }));
      expect(englishDateTime(time)).toBe(text(time, { dateStyle: 'medium', timeStyle: 'short' }));
      expect(englishTime(time)).toBe(text(time, { timeStyle: 'short' }));
      expect(englishDay(time, true)).toBe(text(time, { month: 'short', day: 'numeric', timeZone: 'UTC' }));
    }),
  );
  expect(englishDate(new Date(NaN), true)).toBeUndefined();
  expect(englishDay(new Date(NaN), true)).toBeUndefined();
  expect(englishTime(new Date(NaN))).toBeUndefined();
  expect(englishDateTime(new Date(NaN))).toBeUndefined();
});

test('lists', () => {
  const intl = new Intl.ListFormat('en');
  for (const items of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
    expect(englishList(items)).toBe(intl.format(items));
});

test('distances in the past', () => {
  const intl = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month'] as const)
    for (const value of [0, -1, -2, -30, -1_500, -1.5, 1, 3])
      expect(englishPast(value, unit) ?? intl.format(value, unit)).toBe(intl.format(value, unit));
  expect(englishPast(-5, 'minute')).toBe('5 minutes ago');
  expect(englishPast(-1, 'day')).toBe('yesterday');
  expect(englishPast(0, 'second')).toBe('now');
});
