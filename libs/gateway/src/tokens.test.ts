import { expect, it } from 'vitest';
import { tokensOf } from './tokens';

const said = {
  prompt: 'Be brief.',
  messages: [{ role: 'user', content: 'Hello, how are you today?' }],
  answer: 'Fine.',
} as const;

it('the model’s own count is taken as it is', () => {
  expect(tokensOf({ input: 3, output: 4 }, said)).toEqual({ input: 3, output: 4, isEstimate: false });
});

it('where nobody counted there is an estimate, which is called one and grows with the text', () => {
  const short = tokensOf(undefined, said);
  const long = tokensOf(undefined, {
    ...said,
    answer: 'A much longer answer, with many more words. '.repeat(10),
  });
  expect(short).toMatchObject({ isEstimate: true });
  expect(short.input).toBeGreaterThan(8);
  expect(long.input).toBe(short.input);
  expect(long.output).toBeGreaterThan(10 * short.output);
});
