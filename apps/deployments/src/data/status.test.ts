import { expect, test } from 'vitest';
import { goalOf, moveOf, statuses, waitOf } from './status';

test('the states are exactly these', { tags: ['DEP-40'] }, () => {
  expect(statuses).toEqual(['pending', 'deploying', 'active', 'stopped', 'failed']);
});

test(
  'active can be stopped, stopped started, failed retried; nothing else moves',
  { tags: ['DEP-47', 'DEP-49', 'DEP-51'] },
  () => {
    expect([...statuses, 'unknown'].map((status) => moveOf(status))).toEqual([
      undefined,
      undefined,
      'stop',
      'start',
      'retry',
      undefined,
    ]);
    expect(goalOf).toEqual({ stop: 'stopped', start: 'deploying', retry: 'deploying' });
  },
);

test.each([
  ['just now', 0, 2000],
  ['1,999 ms ago', 1999, 1],
  ['2,000 ms ago', 2000, 0],
  ['days ago', 9e8, 0],
  ['in the future, by a clock that is wrong', -60_000, 2000],
])('the wait of what was moved %s', (_, age, wait) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(waitOf({ updated_at: new Date(now - age).toISOString() }, now)).toBe(wait);
});
