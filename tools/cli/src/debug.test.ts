/** `SLIPWAY_DEBUG=1` adds the stack traces to the message of an error. */
import { AppError } from '@slipway/contracts';
import { expect, it } from 'vitest';
import { main } from './main';

async function errorsOf(env: NodeJS.ProcessEnv): Promise<string[]> {
  const errors: string[] = [];
  const cause = new Error('socket hang up', { cause: 'the network' });
  const streams = { out: () => undefined, error: (text: string) => errors.push(text) };
  await main(['status'], streams, {
    ...{ env, isInteractive: false, ask: () => Promise.resolve('') },
    ...{ progress: () => undefined, print: () => undefined, interrupted: () => Promise.resolve() },
    workspace: () => {
      throw new AppError('unavailable', 'The bucket cannot be reached', { cause });
    },
  });
  return errors;
}

it('prints the stack trace of an error and of its causes', async () => {
  const [message, stack = ''] = await errorsOf({ SLIPWAY_DEBUG: '1' });
  expect(message).toBe('slipway: The bucket cannot be reached');
  expect(stack).toMatch(
    /AppError: The bucket cannot be reached\n +at [^]*\nCaused by: Error: socket hang up\n +at [^]*\nCaused by: the network$/,
  );
});

it('prints the message only without it', async () => {
  expect(await errorsOf({})).toEqual(['slipway: The bucket cannot be reached']);
});
