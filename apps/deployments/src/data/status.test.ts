import { expect, test } from 'vitest';
import { actionFor, activationDelay, isTransitioning, statuses, targetStatus } from './status';

test('the statuses are those of the specification', { tags: ['DEP-40'] }, () => {
  expect(statuses).toEqual(['pending', 'deploying', 'active', 'stopped', 'failed']);
});

test.each([
  ['active', 'stop'],
  ['stopped', 'start'],
  ['failed', 'retry'],
  ['pending', undefined],
  ['deploying', undefined],
  ['unknown', undefined],
])('%s offers the action %s', { tags: ['DEP-47', 'DEP-49', 'DEP-51'] }, (status, action) => {
  expect(actionFor(status)).toBe(action);
});

test('stop leads to stopped; start and retry to deploying', { tags: ['DEP-48', 'DEP-50'] }, () => {
  expect(targetStatus).toEqual({ stop: 'stopped', start: 'deploying', retry: 'deploying' });
});

test('only pending and deploying become active without an action', { tags: ['DEP-42', 'DEP-52'] }, () => {
  expect(statuses.filter((status) => isTransitioning({ status }))).toEqual(['pending', 'deploying']);
});

test.each([
  ['now', 0, 2000],
  ['1,999 ms ago', 1999, 1],
  ['2,000 ms ago', 2000, 0],
  ['days ago', 9e8, 0],
  ['in the future, by a wrong clock', -60_000, 2000],
])('a status set %s: activation is due in time', (_, age, delay) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(activationDelay({ updated_at: new Date(now - age).toISOString() }, now)).toBe(delay);
});
