/** Suggestions for misspelled names. */
import { expect, it } from 'vitest';
import { commands } from './commands';
import { suggestionFor } from './suggestion';

it.each([
  ['promot', 'promote'],
  ['deplyo', 'deploy'],
  ['stauts', 'status'],
  ['Status', 'status'],
  ['rolback', 'rollback'],
  ['roll-back', 'rollback'],
  ['env shwo', 'env show'],
  ['env creat', 'env create'],
  ['slot', 'slots'],
  ['prom', 'promote'],
  ['status-all', 'status'],
])('%s is %s', (typed, name) => {
  expect(suggestionFor(typed, Object.keys(commands))).toBe(name);
});

it.each(['', 'x', 'kubernetes', 'env frobnicate'])('%j is no command', (typed) => {
  expect(suggestionFor(typed, Object.keys(commands))).toBeUndefined();
});
