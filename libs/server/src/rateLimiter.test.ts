/** A window of requests for each key. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateLimiter } from './rateLimiter';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limiter = () => createRateLimiter({ limit: 2, seconds: 60 });

it('accepts the limit and then returns the seconds until the window ends', async () => {
  const { take } = limiter();
  expect([await take('a'), await take('a'), await take('a')]).toEqual([0, 0, 60]);
  vi.advanceTimersByTime(20_500);
  expect(await take('a')).toBe(40);
});

it('accepts requests again in the next window', async () => {
  const { take } = limiter();
  for (let count = 0; count < 3; count += 1) await take('a');
  vi.advanceTimersByTime(60_001);
  expect(await take('a')).toBe(0);
});

it('counts each key separately', async () => {
  const { take } = limiter();
  await take('a');
  await take('a');
  expect(await take('b')).toBe(0);
});

it('takes another limit for one key', async () => {
  const { take } = limiter();
  expect([await take('a', 1), await take('a', 1), await take('a', 3)]).toEqual([0, 60, 0]);
});

it('gives one request back', async () => {
  const { take, giveBack } = limiter();
  await take('a');
  await take('a');
  await giveBack('a');
  expect([await take('a'), await take('a')]).toEqual([0, 60]);
});

it('checks without counting', async () => {
  const { take, check } = limiter();
  expect(await check('a')).toBe(0);
  await take('a');
  expect([await check('a'), await check('a')]).toEqual([0, 0]);
  await take('a');
  expect(await check('a')).toBe(60);
});
