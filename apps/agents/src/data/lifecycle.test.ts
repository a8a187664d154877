import { afterEach, expect, test, vi } from 'vitest';
import { hasEnded, lifecycleActionsOf, lifecycleOf, visibilityAfter } from './lifecycle';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['draft', false, 'draft', ['archive']],
  ['draft', true, 'draft', ['archive']],
  ['active', true, 'published', ['unpublish', 'archive']],
  ['active', false, 'private', ['archive']],
  ['archived', false, 'archived', ['unarchive']],
  ['archived', true, 'archived', ['unarchive']],
])('status %s with is_public %s is %s and allows %j', (status, is_public, lifecycle, actions) => {
  expect(lifecycleOf({ status, is_public })).toBe(lifecycle);
  expect(lifecycleActionsOf({ status, is_public })).toEqual(actions);
});

test.each([
  ['unpublish', 'private'],
  ['archive', 'archived'],
  ['unarchive', 'draft'],
] as const)('%s leads to %s', (action, lifecycle) => {
  expect(lifecycleOf(visibilityAfter[action])).toBe(lifecycle);
});

test('unpublishing hides an active agent', () => {
  expect(visibilityAfter.unpublish).toEqual({ status: 'active', is_public: false });
});

test('no action but publishing makes an agent public', () => {
  expect(Object.values(visibilityAfter).some(({ is_public }) => is_public)).toBe(false);
});

test('the notice period is over when it ends, not before', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 24) });
  expect(hasEnded('2026-11-24T00:00:00Z')).toBe(true);
  expect(hasEnded('2026-11-23T23:59:59Z')).toBe(true);
  expect(hasEnded('2026-11-24T00:00:00.001Z')).toBe(false);
});
