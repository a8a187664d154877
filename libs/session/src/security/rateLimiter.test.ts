import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from './rateLimiter';

const MINUTE = 60_000;
let time: number;
const limiter = () => createRateLimiter(localStorage, () => time);

const tries = async (count: number, identifier = 'login a@b.co') => {
  const results: boolean[] = [];
  for (let index = 0; index < count; index += 1) results.push(await limiter().attempt(identifier));
  return results;
};

beforeEach(() => {
  localStorage.clear();
  time = 1_000_000_000;
});

describe('createRateLimiter', () => {
  it('SES-50 lets five through in fifteen minutes and refuses the sixth, over a reload too', async () => {
    expect(await tries(6)).toEqual([true, true, true, true, true, false]);
  });

  it('AUTH-26 slides: an attempt counts for fifteen minutes and no longer', async () => {
    await tries(5);
    time += 15 * MINUTE - 1;
    expect(await tries(1)).toEqual([false]);
    time += 1;
    expect(await tries(1)).toEqual([true]);
  });

  it('keeps identifiers apart, and none of them in words', async () => {
    await tries(5);
    expect(await tries(1, 'signup a@b.co')).toEqual([true]);
    expect(JSON.stringify(localStorage)).not.toContain('a@b.co');
  });

  it('forgets when told to', async () => {
    await tries(5);
    await limiter().clear('login a@b.co');
    expect(await tries(1)).toEqual([true]);
  });

  it.each(['not json', '{}', '["x", null, 1e999]'])('counts %s in the storage for nothing', async (text) => {
    await tries(1);
    localStorage.setItem(localStorage.key(0) ?? '', text);
    expect(await tries(5)).toEqual([true, true, true, true, true]);
  });

  it('never lets more than the limit through in any window, whatever the times', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 10 * MINUTE }), { maxLength: 40 }), async (waits) => {
        localStorage.clear();
        const passed: number[] = [];
        for (const wait of waits) {
          time += wait;
          if (await limiter().attempt('x')) passed.push(time);
        }
        for (const end of passed) {
          expect(passed.filter((past) => past > end - 15 * MINUTE && past <= end).length).toBeLessThanOrEqual(
            5,
          );
        }
      }),
      { numRuns: 30 },
    );
  });
});
