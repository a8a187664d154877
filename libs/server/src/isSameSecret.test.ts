import { expect, it } from 'vitest';
import { isSameSecret } from './isSameSecret';

it.each([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['secret', 'secret-1', false],
  ['secret', '', false],
  ['secret', 'secrét', false],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameSecret(one, other)).toBe(isSame);
});
