/** Rate limits of keys, addresses and users. */
import { expect, it, vi } from 'vitest';
import { ApiProblem } from './apiProblem';
import { assertNoWait, createRateLimits, defaultRates } from './rateLimits';

const rates = { key: 2, wrongKey: 2, user: 1, visitor: 1, read: 1 };
const limits = (takeRate = () => Promise.resolve(0)) => createRateLimits(rates, { takeRate });

const problemOf = async (work: Promise<void>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiProblem)) throw new Error('it was not rejected');
  return error;
};

it('allows 600 requests per minute and key by default', () => {
  expect(defaultRates).toEqual({ key: 600, wrongKey: 60, user: 30, visitor: 10, read: 6000 });
});

it('rejects a key that the database found above its limit, with the seconds to wait', () => {
  expect(() => {
    assertNoWait('key', 42);
  }).toThrow(
    expect.objectContaining({
      ...{ status: 429, retryAfter: 42 },
      message: 'Rate limit of this API key exceeded. Try again in 42 s',
    }) as Error,
  );
  assertNoWait('key', 0);
});

it('rejects an address after too many invalid keys', { tags: ['T-26'] }, async () => {
  const { take } = limits();
  await take('wrongKey', 'here');
  await take('wrongKey', 'here');
  expect((await problemOf(take('wrongKey', 'here'))).message).toBe(
    'Too many requests with invalid API keys from your address. Try again in 60 s',
  );
  await take('wrongKey', 'elsewhere');
});

it('shares the count through the database', async () => {
  const takeRate = vi.fn(() => Promise.resolve(17));
  expect(await problemOf(limits(takeRate).take('wrongKey', 'here'))).toMatchObject({ retryAfter: 17 });
  expect(takeRate).toHaveBeenCalledWith({ subject: 'wrongKey here', most: 2, seconds: 60 });
});

it('asks the database no more once this process knows that the limit is reached', async () => {
  const takeRate = vi.fn(() => Promise.resolve(0));
  const { take } = limits(takeRate);
  await take('user', 'a');
  await problemOf(take('user', 'a'));
  expect(takeRate).toHaveBeenCalledTimes(1);
});

it('counts by itself while the database does not respond', async () => {
  const { take } = limits(() => Promise.reject(new ApiProblem(503, 'unreachable')));
  await take('user', 'a');
  expect((await problemOf(take('user', 'a'))).retryAfter).toBe(60);
});

it.each([
  ['user', 'Too many requests. Try again in 60 s'],
  ['visitor', 'Too many previews from your address. Sign in for a higher limit. Try again in 60 s'],
] as const)('limits previews of a %s', async (rate, message) => {
  const { take } = limits();
  await take(rate, 'a');
  expect((await problemOf(take(rate, 'a'))).message).toBe(message);
});
