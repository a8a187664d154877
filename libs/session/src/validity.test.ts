import { expect, test } from 'vitest';
import { validityOf } from './validity';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const fresh = { expires_at: NOW / 1000 + 600 };

test('is missing without a session', { tags: ['SES-20'] }, () => {
  expect(validityOf(null, NOW, NOW)).toBe('missing');
});

test('expires exactly at its expiry time', { tags: ['SES-21'] }, () => {
  expect(validityOf({ expires_at: NOW / 1000 + 1 }, NOW, NOW)).toBe('valid');
  expect(validityOf({ expires_at: NOW / 1000 }, NOW, NOW)).toBe('expired');
  expect(validityOf({ expires_at: NOW / 1000 - 1 }, NOW, NOW)).toBe('expired');
});

test('allows sixty minutes of inactivity and not a millisecond more', { tags: ['SES-22'] }, () => {
  expect(validityOf(fresh, NOW - 60 * MINUTE, NOW)).toBe('valid');
  expect(validityOf(fresh, NOW - 60 * MINUTE - 1, NOW)).toBe('inactive');
});

test('does not count an unknown activity time as inactivity', { tags: ['SES-27'] }, () => {
  expect(validityOf(fresh, undefined, NOW)).toBe('valid');
});
