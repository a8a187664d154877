import { expect, test } from 'vitest';
import { validityOf } from './validity';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const fresh = { expires_at: NOW / 1000 + 600 };

test('a missing session is not valid', { tags: ['SES-20'] }, () => {
  expect(validityOf(null, NOW, NOW)).toBe('missing');
});

test('a session ends at its end, not after it', { tags: ['SES-21'] }, () => {
  expect(validityOf({ expires_at: NOW / 1000 + 1 }, NOW, NOW)).toBe('valid');
  expect(validityOf({ expires_at: NOW / 1000 }, NOW, NOW)).toBe('expired');
  expect(validityOf({ expires_at: NOW / 1000 - 1 }, NOW, NOW)).toBe('expired');
});

test('sixty minutes without activity are borne, a millisecond more is not', { tags: ['SES-22'] }, () => {
  expect(validityOf(fresh, NOW - 60 * MINUTE, NOW)).toBe('valid');
  expect(validityOf(fresh, NOW - 60 * MINUTE - 1, NOW)).toBe('inactive');
});

test('a time that is missing is no absence', { tags: ['SES-27'] }, () => {
  expect(validityOf(fresh, undefined, NOW)).toBe('valid');
});
