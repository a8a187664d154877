import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearAttempts, mayAttempt, nextAttempt } from './attempts';
import { readSecurityLog } from './securityLog';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21, 12);

const repeat = async (count: number, attempt: () => Promise<boolean>) => {
  const results: boolean[] = [];
  for (let index = 0; index < count; index += 1) results.push(await attempt());
  return results;
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  // The audit log has no backend here.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['login', 5],
  ['signup', 3],
] as const)('%s allows %i attempts', async (action, limit) => {
  const results = await repeat(limit + 1, () => mayAttempt(action, 'ada@example.test'));
  expect(results).toEqual([...Array.from({ length: limit }, () => true), false]);
});

test('treats spellings of one address alike', async () => {
  await repeat(3, () => mayAttempt('signup', 'ada@example.test'));
  expect(await mayAttempt('signup', ' ADA@Example.Test ')).toBe(false);
});

test('counts each action and each address separately', async () => {
  await repeat(3, () => mayAttempt('signup', 'ada@example.test'));
  expect(await mayAttempt('login', 'ada@example.test')).toBe(true);
  expect(await mayAttempt('signup', 'bob@example.test')).toBe(true);
});

test('logs an event without the whole address when the limit is exceeded', { tags: ['SES-50'] }, async () => {
  await repeat(4, () => mayAttempt('signup', ' ada@example.test'));
  expect(readSecurityLog()).toMatchObject([
    { type: 'rate_limit_exceeded', details: { action: 'signup', email: 'ada***' } },
  ]);
});

describe('nextAttempt', () => {
  test('is undefined below the limit', async () => {
    await repeat(2, () => mayAttempt('signup', 'ada@example.test'));
    expect(await nextAttempt('signup', 'ada@example.test')).toBeUndefined();
  });

  test('is fifteen minutes after the oldest attempt that counts', async () => {
    await mayAttempt('signup', 'ada@example.test');
    vi.setSystemTime(NOW + MINUTE);
    await repeat(2, () => mayAttempt('signup', 'ada@example.test'));
    expect((await nextAttempt('signup', 'ada@example.test'))?.getTime()).toBe(NOW + 15 * MINUTE);
  });
});

test('clearAttempts allows new attempts for one action and address', async () => {
  await repeat(3, () => mayAttempt('signup', 'ada@example.test'));
  await clearAttempts('signup', 'bob@example.test');
  expect(await mayAttempt('signup', 'ada@example.test')).toBe(false);
  await clearAttempts('signup', 'Ada@example.test');
  expect(await mayAttempt('signup', 'ada@example.test')).toBe(true);
});
