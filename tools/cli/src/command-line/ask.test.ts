import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ask } from './ask';

it('returns the line that was typed', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = ask('Reason: ', input, output);
  input.write('new plans\nmore\n');
  expect(await answer).toBe('new plans');
  expect(String(output.read())).toContain('Reason: ');
});

it('ends with an error for users when the input ends', async () => {
  const input = new PassThrough();
  const answer = ask('Reason: ', input, new PassThrough());
  input.end();
  await expect(answer).rejects.toMatchObject({
    code: 'conflict',
    message: 'Stopped without an answer: nothing was changed',
  });
});
