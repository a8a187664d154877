import { expect, test, vi } from 'vitest';
import { defineMessages } from './defineMessages';
import { formats } from './formats';

// First: what Intl makes is kept.
test('formats English without Intl, which is slow to start', () => {
  const kinds = [
    'NumberFormat',
    'PluralRules',
    'DateTimeFormat',
    'RelativeTimeFormat',
    'ListFormat',
  ] as const;
  const made = kinds.map((kind) => vi.spyOn(Intl, kind));
  const people = [['count', 2, { one: [0, ' person'], other: [0, ' people'] }]];
  const t = defineMessages({ people } as unknown as { people: '{count, plural, one {#} other {#}}' });
  expect(t('people', { count: 1_200 })).toBe('1,200 people');
  expect(formats.integer(1_200) + formats.dollars(0.5)).toBe('1,200$0.50');
  expect(formats.dollars(5.3156)).toBe('$5.32');
  expect(formats.dateTime('2026-11-21T21:05:00')).toBe('Nov 21, 2026, 9:05 PM');
  expect(formats.timeOfDay('2026-11-21T00:00:00')).toBe('12:00 AM');
  expect(formats.list(['a name', 'a category', 'a price'])).toBe('a name, a category, and a price');
  expect(formats.utcDate('2026-11-21') + formats.utcMonthDay('2026-11-21')).toBe('Nov 21, 2026Nov 21');
  expect(formats.relative(-3, 'hour')).toBe('3 hours ago');
  for (const create of made) expect(create).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('formats numbers and money', () => {
  expect(formats.integer(1234567)).toBe('1,234,567');
  expect(formats.dollars(1234.5)).toBe('$1,234.50');
});

test('formats a billing day in UTC, in any time zone of the user', () => {
  expect(formats.utcDate('2026-11-21T23:59:59Z')).toBe('Nov 21, 2026');
  expect(formats.utcMonthDay('2026-11-21')).toBe('Nov 21');
});

test('formats a moment in the time zone of the user', () => {
  // Without an offset, a time is local.
  expect(formats.date('2026-11-21T09:00:00')).toBe('Nov 21, 2026');
  expect(formats.dateTime('2026-11-21T09:00:00')).toBe('Nov 21, 2026, 9:00 AM');
  expect(formats.timeOfDay(new Date('2026-11-21T09:00:00'))).toBe('9:00 AM');
});

test('formats a distance in time', () => {
  expect(formats.relative(-1, 'day')).toBe('yesterday');
  expect(formats.relative(-5, 'minute')).toBe('5 minutes ago');
});
