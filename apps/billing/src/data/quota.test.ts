import { expect, test } from 'vitest';
import { isUsedUp, quotaTone } from './quota';

test.each([
  [0, 'accent'],
  [79, 'accent'],
  [80, 'warning'],
  [99, 'warning'],
  [100, 'danger'],
  [101, 'danger'],
])('%i of 100 is shown as %s', (used, tone) => {
  expect(quotaTone(used, 100)).toBe(tone);
});

test.each([
  [99, 100, false],
  [100, 100, true],
  [1e9, null, false],
])('%i messages of %s: used up is %s', (used, messages, expected) => {
  expect(isUsedUp(used, { messages })).toBe(expected);
});
