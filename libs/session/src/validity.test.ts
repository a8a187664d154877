import { expect, test } from 'vitest';
import { validityOf } from './validity';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const fresh = { expires_at: NOW / 1000 + 600 };

test('SES-20 a missing session is not valid', () => {
  expect(validityOf(null, NOW, NOW)).toBe('missing');
});

test('SES-21 a session ends at its end, not after it', () => {
  expect(validityOf({ expires_at: NOW / 1000 + 1 }, NOW, NOW)).toBe('valid');
  expect(validityOf({ expires_at: NOW / 1000 }, NOW, NOW)).toBe('expired');
  expect(validityOf({ expires_at: NOW / 1000 - 1 }, NOW, NOW)).toBe('expired');
});

test('SES-22 sixty minutes without activity are borne, a millisecond more is not', () => {
  expect(validityOf(fresh, NOW - 60 * MINUTE, NOW)).toBe('valid');
  expect(validityOf(fresh, NOW - 60 * MINUTE - 1, NOW)).toBe('inactive');
});

test('SES-27 a time that is missing is no absence', () => {
  expect(validityOf(fresh, undefined, NOW)).toBe('valid');
});
