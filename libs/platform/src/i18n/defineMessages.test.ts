/** Keys and arguments are checked by the compiler, and messages are formatted as US English. */
import { expect, test } from 'vitest';
import { defineMessages } from './defineMessages';
import { t as platform } from '../messages';

/** Compiled by hand: this file is not a message catalog, so the test setup does not compile it. */
const t = defineMessages({
  plain: 'Loading',
  people: [['count', 2, { one: [0, ' person'], other: [0, ' people'] }]],
} as unknown as { plain: 'Loading'; people: '{count, plural, one {# person} other {# people}}' });

test('formats plain text, plurals and numbers', () => {
  expect(t('plain')).toBe('Loading');
  expect(t('people', { count: 1 })).toBe('1 person');
  expect(t('people', { count: 1_200 })).toBe('1,200 people');
});

test('compiles catalogs in tests as in the build', () => {
  expect(platform('failed', { label: 'Billing' })).toBe('Couldn’t load “Billing”');
});

test('rejects unknown keys and wrong arguments at compile time', () => {
  // @ts-expect-error unknown key
  expect(t('nothing')).toBe('nothing');
  // @ts-expect-error the argument is missing
  expect(() => t('people')).toThrow();
  // @ts-expect-error the argument has another name
  expect(() => t('people', { number: 1 })).toThrow();
  // @ts-expect-error the argument is a number
  expect(() => t('people', { count: '1' })).toThrow();
  // @ts-expect-error plain text has no arguments
  expect(t('plain', { count: 1 })).toBe('Loading');
});
