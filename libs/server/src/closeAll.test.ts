import { expect, test } from 'vitest';
import { closeAll, closeOnce, closeTogether } from './closeAll';

const fail = (message: string) => () => {
  throw new Error(message);
};

test('runs every step in turn, and reports all errors together', async () => {
  const done: string[] = [];
  const step = (name: string) => async () => {
    await Promise.resolve();
    done.push(name);
  };
  const closing = closeAll([
    step('a'),
    fail('first'),
    step('b'),
    () => Promise.reject(new Error('second')),
    step('c'),
  ]);
  await expect(closing).rejects.toMatchObject({
    ...{ name: 'AggregateError', message: 'first; second' },
    errors: [{ message: 'first' }, { message: 'second' }],
  });
  expect(done).toEqual(['a', 'b', 'c']);
  const only = new Error('only');
  await expect(closeAll([() => Promise.reject(only), step('d')])).rejects.toBe(only);
  expect(done.at(-1)).toBe('d');
});

test('runs once: the first call reports the error, and later ones wait for it', async () => {
  let runs = 0;
  let isDone = false;
  const close = closeOnce(() => {
    runs += 1;
    return [
      fail('first'),
      async () => {
        await Promise.resolve();
        isDone = true;
      },
    ];
  });
  const first = close();
  const second = close().then(() => isDone);
  await expect(first).rejects.toThrow('first');
  expect([await second, await close(), runs]).toEqual([true, undefined, 1]);
});

test('waits for all steps that run together, also after one has failed', async () => {
  let isDone = false;
  const slow = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isDone = true;
  };
  await expect(closeTogether([fail('first'), slow])).rejects.toThrow('first');
  expect(isDone).toBe(true);
});
