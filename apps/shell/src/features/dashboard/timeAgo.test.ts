import { expect, test } from 'vitest';
import { timeAgo } from './timeAgo';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T12:00:09Z', 'now'],
  ['2026-11-21T11:55:00Z', '5 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T09:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', '11 days ago'],
  ['2026-08-01T12:00:00Z', 'Aug 1, 2026'],
])('formats %s as %s', (time, text) => {
  expect(timeAgo(time, now)).toBe(text);
});
