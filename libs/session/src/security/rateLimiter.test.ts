import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { readAttempts, writeAttempts } from './authFailures';
import { createRateLimiter } from './rateLimiter';

const MINUTE = 60_000;
let time: number;
const limiter = () => createRateLimiter({ read: readAttempts, write: writeAttempts }, () => time);

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
  it('allows five attempts in fifteen minutes, across reloads', { tags: ['SES-50'] }, async () => {
    expect(await tries(6)).toEqual([true, true, true, true, true, false]);
  });

  it('forgets an attempt after exactly fifteen minutes', { tags: ['AUTH-26'] }, async () => {
    await tries(5);
    time += 15 * MINUTE - 1;
    expect(await tries(1)).toEqual([false]);
    time += 1;
    expect(await tries(1)).toEqual([true]);
  });

  it('separates identifiers, and stores only their hashes', async () => {
    await tries(5);
    expect(await tries(1, 'signup a@b.co')).toEqual([true]);
    expect(JSON.stringify(localStorage)).not.toContain('a@b.co');
  });

  it('clears an identifier', async () => {
    await tries(5);
    await limiter().clear('login a@b.co');
    expect(await tries(1)).toEqual([true]);
  });

  it.each(['not json', '[]', '{"attempts": 1}', '{"attempts": {"x": ["x", null]}, "failures": {}}'])(
    'ignores %s in the storage',
    async (text) => {
      await tries(1);
      localStorage.setItem('auth_failures', text);
      expect(await tries(5)).toEqual([true, true, true, true, true]);
    },
  );

  it('stores only attempts of the current window', async () => {
    await tries(1, 'login old@b.co');
    time += 15 * MINUTE;
    await tries(1);
    const { attempts } = JSON.parse(localStorage.getItem('auth_failures') ?? '') as { attempts: object };
    expect(Object.keys(attempts)).toHaveLength(1);
  });

  it('never exceeds the limit in any window, for random times', async () => {
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
