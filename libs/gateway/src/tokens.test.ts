import { expect, it } from 'vitest';
import { estimateInput, tokensOf } from './tokens';

const call = {
  prompt: 'Be brief.',
  messages: [{ role: 'user', content: 'Hello, how are you today?' }],
  completion: 'Fine.',
} as const;

it('uses the count of the model', () => {
  expect(tokensOf({ input: 3, output: 4 }, call)).toEqual({ input: 3, output: 4, isEstimate: false });
});

it('estimates without a count, and marks the estimate', () => {
  const short = tokensOf(undefined, call);
  const long = tokensOf(undefined, {
    ...call,
    completion: 'A much longer response. '.repeat(20),
  });
  expect(short).toMatchObject({ isEstimate: true });
  // The prompt and the message; a call without a prompt has no overhead for one.
  expect(short.input).toBe(estimateInput([call.prompt, call.messages[0].content]));
  expect(tokensOf(undefined, { ...call, prompt: '' }).input).toBe(estimateInput([call.messages[0].content]));
  expect(long.input).toBe(short.input);
  expect(long.output).toBeGreaterThan(10 * short.output);
});
