import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from './draft';
import { trimmed } from './trimmed';
import { firstError } from './draftErrors';

const good: Draft = { ...emptyDraft, name: 'Helper', description: 'Helps' };

test.each<[Partial<Draft>, string | undefined]>([
  [{}, undefined],
  [{ prompt: '' }, undefined],
  [{ name: '', description: '' }, 'nameMissing'],
  [{ name: ' \t ' }, 'nameMissing'],
  [{ description: '\n ' }, 'descriptionMissing'],
  [{ description: 'x'.repeat(1000) }, undefined],
  [{ description: 'x'.repeat(1001) }, 'descriptionTooLong'],
  [{ description: '', maxTokens: '0' }, 'descriptionMissing'],
  ...['0', '4001', '1.5', '', '-1', '1e3', 'ten'].map((maxTokens): [Partial<Draft>, string] => [
    { maxTokens },
    'maxTokensWrong',
  ]),
  ...['', '-1', '366', '1.5', 'ten'].map((noticeDays): [Partial<Draft>, string] => [
    { noticeDays },
    'noticeDaysWrong',
  ]),
  ...['0', '365'].map((noticeDays): [Partial<Draft>, undefined] => [{ noticeDays }, undefined]),
  [{ maxTokens: '0', noticeDays: '366' }, 'maxTokensWrong'],
  ...[-0.1, 2.1, 0.75, NaN].map((temperature): [Partial<Draft>, string] => [
    { temperature },
    'temperatureWrong',
  ]),
  ...[0, 0.1, 0.3, 0.7, 1.9, 2].map((temperature): [Partial<Draft>, undefined] => [
    { temperature },
    undefined,
  ]),
  ...['1', '4000'].map((maxTokens): [Partial<Draft>, undefined] => [{ maxTokens }, undefined]),
])(
  'validates %j: %s',
  { tags: ['AGT-07', 'AGT-08', 'AGT-09', 'AGT-10', 'AGT-11', 'AGT-13'] },
  (values, message) => {
    expect(firstError({ ...good, ...values })?.message).toBe(message);
  },
);

test('trims the name and the description, but not the prompt', { tags: ['AGT-12'] }, () => {
  expect(trimmed({ ...good, name: ' Helper\n', description: '\tHelps ', prompt: ' As is ' })).toEqual({
    ...good,
    prompt: ' As is ',
  });
});

test('trims the changelog', () => {
  expect(trimmed({ ...good, changelog: ' Shorter answers ' }).changelog).toBe('Shorter answers');
});

test('names the field of an error', () => {
  const fieldOf = (values: Partial<Draft>) => firstError({ ...good, ...values })?.field;
  expect(fieldOf({ name: '' })).toBe('name');
  expect(fieldOf({ description: '' })).toBe('description');
  expect(fieldOf({ description: 'x'.repeat(1001) })).toBe('description');
  expect(fieldOf({ temperature: 3 })).toBe('temperature');
  expect(fieldOf({ maxTokens: '0' })).toBe('maxTokens');
  expect(fieldOf({ noticeDays: '366' })).toBe('noticeDays');
});

test.each(['x1', '1x', ' 1', '1 '])('is a whole number without other characters: not “%s”', (text) => {
  expect(firstError({ ...good, maxTokens: text })?.message).toBe('maxTokensWrong');
  expect(firstError({ ...good, noticeDays: text })?.message).toBe('noticeDaysWrong');
});
