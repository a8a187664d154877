/** Money and days at their edges. */
import { expect, it } from 'vitest';
import { dayOf, daysUntil, money } from './format';

it.each([
  [0, '$0.00'],
  [0.004, '< $0.01'],
  [0.005, '$0.01'],
  [1234.5, '$1,234.50'],
])('%s dollars are %s', (amount, text) => {
  expect(money(amount)).toBe(text);
});

it('counts a day that has begun, and nothing below zero', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(daysUntil('2026-11-22T00:00:00Z', now)).toBe(1);
  expect(daysUntil('2026-11-23T12:00:01Z', now)).toBe(3);
  expect(daysUntil('2026-11-20T00:00:00Z', now)).toBe(0);
});

it('takes the day of UTC, whatever the reader’s own is', () => {
  expect(dayOf('2026-11-21T23:59:59Z')).toBe('Nov 21, 2026');
});
