/** Rate limits of keys, addresses and users. */
import { expect, it } from 'vitest';
import { ApiProblem } from './apiProblem';
import { createRateLimits, defaultRates } from './rateLimits';

const limits = () => createRateLimits({ key: 2, wrongKey: 2, user: 1, visitor: 1 });

const problemOf = async (work: Promise<void>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiProblem)) throw new Error('it was not rejected');
  return error;
};

it('allows 600 requests per minute and key by default', () => {
  expect(defaultRates).toEqual({ key: 600, wrongKey: 60, user: 30, visitor: 10 });
});

it('rejects a key above its limit, with the seconds to wait', async () => {
  const { take } = limits();
  await take('key', 'a');
  await take('key', 'a', null);
  expect(await problemOf(take('key', 'a'))).toMatchObject({
    status: 429,
    retryAfter: 60,
    message: 'Rate limit of this API key exceeded. Try again in 60 s',
  });
});

it('counts keys separately, and applies the owner’s limit', async () => {
  const { take } = limits();
  await take('key', 'a');
  await take('key', 'a');
  await take('key', 'b');
  await take('key', 'a', 10);
  expect((await problemOf(take('key', 'b', 1))).status).toBe(429);
});

it('rejects an address after too many invalid keys, before the next lookup', { tags: ['T-26'] }, async () => {
  const { take, check } = limits();
  await check('wrongKey', 'here');
  await take('wrongKey', 'here');
  await check('wrongKey', 'here');
  await take('wrongKey', 'here');
  expect((await problemOf(check('wrongKey', 'here'))).message).toBe(
    'Too many requests with invalid API keys from your address. Try again in 60 s',
  );
  await check('wrongKey', 'elsewhere');
});

it.each([
  ['user', 'Too many previews. Try again in 60 s'],
  ['visitor', 'Too many previews from your address. Sign in for a higher limit. Try again in 60 s'],
] as const)('limits previews of a %s', async (rate, message) => {
  const { take } = limits();
  await take(rate, 'a');
  expect((await problemOf(take(rate, 'a'))).message).toBe(message);
});
