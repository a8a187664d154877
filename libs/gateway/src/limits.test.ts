import { expect, it } from 'vitest';
import { createLimits, defaultRates } from './limits';
import { Problem } from './problem';

const limits = () => createLimits({ ...defaultRates, key: 2, wrongKey: 2 });

const refusal = async (work: Promise<void>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Problem ? error : undefined;
};

it('a key has its rate a minute, or the one its owner set, each on its own', async () => {
  const { take } = limits();
  await take('key', 'a');
  await take('key', 'a');
  const refused = await refusal(take('key', 'a'));
  expect(refused).toMatchObject({ status: 429 });
  expect(refused?.retryAfter).toBeGreaterThan(0);
  expect(refused?.retryAfter).toBeLessThanOrEqual(60);
  await take('key', 'b');
  await take('key', 'a', 10);
});

it(
  'an address that sent wrong keys is refused before another one is looked up',
  { tags: ['T-26'] },
  async () => {
    const { take, check } = limits();
    await check('wrongKey', 'here');
    await take('wrongKey', 'here');
    await check('wrongKey', 'here');
    await take('wrongKey', 'here');
    expect(await refusal(check('wrongKey', 'here'))).toMatchObject({ status: 429 });
    await check('wrongKey', 'elsewhere');
  },
);
