/** Keys and arguments are held by the compiler; what comes out is what a person reads. */
import { expect, test } from 'vitest';
import { defineMessages } from './defineMessages';
import { t as platform } from '../messages';

/** As the build leaves it: this file is no catalogue, so nothing has compiled it. */
const t = defineMessages({
  plain: 'Loading',
  people: [['count', 2, { one: [0, ' person'], other: [0, ' people'] }]],
} as unknown as { plain: 'Loading'; people: '{count, plural, one {# person} other {# people}}' });

test('words come as they are, plurals and numbers as English writes them', () => {
  expect(t('plain')).toBe('Loading');
  expect(t('people', { count: 1 })).toBe('1 person');
  expect(t('people', { count: 1_200 })).toBe('1,200 people');
});

test('a catalogue is compiled for the tests as for the build', () => {
  expect(platform('failed', { label: 'Billing' })).toBe('Billing could not be loaded');
});

test('a wrong key and a wrong argument do not compile', () => {
  // @ts-expect-error no such key
  expect(t('nothing')).toBe('nothing');
  // @ts-expect-error the argument is missing
  expect(() => t('people')).toThrow();
  // @ts-expect-error the argument has another name
  expect(() => t('people', { number: 1 })).toThrow();
  // @ts-expect-error the argument is a number
  expect(() => t('people', { count: '1' })).toThrow();
  // @ts-expect-error plain words take none
  expect(t('plain', { count: 1 })).toBe('Loading');
});
