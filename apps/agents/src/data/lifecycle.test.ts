import { expect, test } from 'vitest';
import { lifecycleActionsOf, lifecycleOf, visibilityAfter } from './lifecycle';

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
  ['publish', 'published'],
  ['unpublish', 'private'],
  ['archive', 'archived'],
  ['unarchive', 'draft'],
] as const)('%s leads to %s', (action, lifecycle) => {
  expect(lifecycleOf(visibilityAfter[action])).toBe(lifecycle);
});

test('only a published agent is public', () => {
  const visible = Object.entries(visibilityAfter).filter(([, { is_public }]) => is_public);
  expect(visible.map(([action]) => action)).toEqual(['publish']);
});
