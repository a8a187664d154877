/** When parallel work fails, nothing of it runs on. */
import { expect, it } from 'vitest';
import { allEnded, untilFailure } from './parallel';

const failed = new Error('failed');
/** Work that ends later than other work fails. */
const later = async (done: () => void) => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  done();
};

it('returns the results in their order, of promises and of values', async () => {
  const slow = later(() => undefined).then(() => 'slow');
  expect(await allEnded([slow, 'now', Promise.resolve(3)])).toEqual(['slow', 'now', 3]);
});

it('waits for the others when one fails', async () => {
  let hasEnded = false;
  const others = later(() => (hasEnded = true));
  await expect(allEnded([Promise.reject(failed), others])).rejects.toBe(failed);
  expect(hasEnded).toBe(true);
});

it('throws the first failure in the order of the work', async () => {
  const slow = later(() => {
    throw failed;
  });
  await expect(allEnded([slow, Promise.reject(new Error('another'))])).rejects.toBe(failed);
});

it('starts no task after a failure, and waits for those that run', async () => {
  const run = untilFailure(2);
  const ended: string[] = [];
  const tasks = [
    run(() => later(() => ended.push('running'))),
    run(() => Promise.reject(failed)),
    run(() => Promise.resolve(ended.push('not started'))),
  ];
  await expect(allEnded(tasks)).rejects.toBe(failed);
  expect(ended).toEqual(['running']);
});
