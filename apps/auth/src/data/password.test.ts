import { expect, test } from 'vitest';
import { isTooLong, kindsOf } from './password';

test.each<readonly [character: string, kind: string]>([
  ['A', 'upper'],
  ['Z', 'upper'],
  ['a', 'lower'],
  ['z', 'lower'],
  ['0', 'number'],
  ['9', 'number'],
  ...[...'!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'].map((character) => [character, 'special'] as const),
])('%s is of the kind %s only', (character, kind) => {
  const kinds = { upper: false, lower: false, number: false, special: false };
  expect(kindsOf(character)).toEqual({ ...kinds, [kind]: true });
});

test.each(['', ' ', 'ß', 'É', '٣', '€', '§'])(
  '%j is of no kind that the auth service counts',
  (character) => {
    expect(Object.values(kindsOf(character))).toEqual([false, false, false, false]);
  },
);

test('the limit is 72 bytes, not characters', () => {
  expect([isTooLong('a'.repeat(72)), isTooLong('a'.repeat(73))]).toEqual([false, true]);
  expect([isTooLong('😀'.repeat(18)), isTooLong('😀'.repeat(19))]).toEqual([false, true]);
});
