import { describe, expect, it, test } from 'vitest';
import { assertWithinMessage, estimateInput, MAX_INPUT_TOKENS, tokensOf } from './tokens';

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

describe('assertWithinMessage', () => {
  const message = (content: string) => ({ role: 'user' as const, content });
  const word = 'hello ';
  /** A text with exactly this estimate, its message included. */
  const textOf = (tokens: number) => {
    let count = tokens;
    while (estimateInput([word.repeat(count)]) > tokens) count -= 1;
    return word.repeat(count);
  };
  const longest = textOf(MAX_INPUT_TOKENS);
  const tooLong = {
    ...{ status: 400, at: 'messages', code: 'context_length_exceeded' },
    message: 'messages must have up to 32,000 tokens. Send a shorter conversation',
  };
  const problemOf = (...given: Parameters<typeof assertWithinMessage>) => {
    try {
      assertWithinMessage(...given);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it('accepts up to the tokens that one message of the quota pays for', () => {
    expect(estimateInput([longest])).toBe(MAX_INPUT_TOKENS);
    expect(problemOf([message(longest)])).toBeUndefined();
    expect(problemOf([message(longest + word)])).toMatchObject(tooLong);
    expect(problemOf([message(longest.slice(word.length)), message('')])).toMatchObject(tooLong);
  });

  it('counts the tools and the schema that the caller sends', () => {
    const half = textOf(MAX_INPUT_TOKENS / 2);
    const tools = [{ type: 'function', function: { name: 'f', description: half } }];
    expect(problemOf([message(word)], { tools })).toBeUndefined();
    expect(problemOf([message(half)], { tools })).toMatchObject(tooLong);
    expect(problemOf([message(half)], { jsonSchema: { description: half } })).toMatchObject(tooLong);
  });

  it('counts the arguments of tools that the model asked for', () => {
    const call = { id: 't', type: 'function' as const, function: { name: 'f', arguments: longest } };
    expect(problemOf([{ role: 'assistant', content: '', toolCalls: [call] }])).toMatchObject(tooLong);
  });

  test.each([
    // Two tokens for each character are the most, so this text needs no estimate.
    ['accepts', 16_000 - 2, true],
    // However few tokens they would be.
    ['rejects', 320_001, false],
  ])('%s a text of %i characters without an estimate', (_name, length, isAccepted) => {
    const problem = problemOf([message('x'.repeat(length))]);
    if (isAccepted) expect(problem).toBeUndefined();
    else expect(problem).toMatchObject(tooLong);
  });

  it('names the texts of a request for embeddings', () => {
    expect(problemOf([message(longest + word)], {}, 'input')).toMatchObject({
      ...{ at: 'input', message: 'input must have up to 32,000 tokens. Send fewer or shorter texts' },
    });
  });
});
