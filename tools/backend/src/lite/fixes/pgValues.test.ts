/** PostgreSQL's text format as JSON values. */
import { expect, test } from 'vitest';
import { isoTime, numberOf, valueSerializers } from './pgValues';

test.each([
  ['2026-11-21 00:19:59.447+00', '2026-11-21T00:19:59.447+00:00'],
  ['2026-11-21 00:19:59+05:30', '2026-11-21T00:19:59+05:30'],
  ['2026-11-21 00:19:59-0330', '2026-11-21T00:19:59-03:30'],
  ['2026-11-21 00:19:59.123456', '2026-11-21T00:19:59.123456'],
  ['infinity', 'infinity'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
])('%s becomes %s', (text, iso) => {
  expect(isoTime(text)).toBe(iso);
});

test.each([
  ['19', 19],
  ['0.10', 0.1],
  ['-1e3', -1000],
  ['4.4285714285714286', 31 / 7],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
])('the numeric %s becomes %s', (text, value) => {
  expect(numberOf(text)).toBe(value);
});

test('bytes and text are parameters for a column of bytes', () => {
  const bytes = valueSerializers[17];
  expect([bytes(new Uint8Array([0, 255])), bytes('a%')]).toEqual(['\\x00ff', 'a%']);
});
