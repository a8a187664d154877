import { expect, test } from 'vitest';
import { createLimiter, defaultRates, rateOf } from './rateLimit';

const limited = (burst: number, period: number) => {
  const clock = { now: 0 };
  const limiter = createLimiter({ ...defaultRates, signIn: { burst, period } }, () => clock.now);
  return { clock, take: (address = 'a') => limiter.take('signIn', address) };
};

test('a burst passes, the next waits, and tokens come back with time', () => {
  const { clock, take } = limited(3, 30);
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 10]);
  clock.now += 9_000;
  expect(take()).toBe(1);
  clock.now += 1_000;
  expect([take(), take()]).toEqual([0, 10]);
});

test('each address has its own, and so has each kind', () => {
  const { take } = limited(1, 60);
  expect([take('a'), take('a') > 0, take('b')]).toEqual([0, true, 0]);
});

test('never more than a burst, however long nobody came', () => {
  const { clock, take } = limited(2, 2);
  clock.now += 1e9;
  expect([take(), take(), take() > 0]).toEqual([0, 0, true]);
});

test.each([
  ['POST', '/auth/v1/token?grant_type=password', 'signIn'],
  ['POST', '/auth/v1/token/?grant_type=password', 'signIn'],
  ['POST', '/auth/v1/token', 'signIn'],
  ['POST', '/auth/v1/token?grant_type=refresh_token', 'refresh'],
  ['POST', '/auth/v1/signup', 'signIn'],
  ['POST', '/auth/v1/recover', 'signIn'],
  ['POST', '/auth/v1/resend', 'signIn'],
  ['POST', '/auth/v1/otp', 'signIn'],
  ['GET', '/auth/v1/verify?token=x', 'verify'],
  ['POST', '/auth/v1/factors/1/verify', 'verify'],
  ['PUT', '/auth/v1/user', 'signIn'],
  ['GET', '/auth/v1/user', undefined],
  ['GET', '/auth/v1/settings', undefined],
  ['POST', '/auth/v1/logout', undefined],
])('%s %s falls under %s', (method, path, name) => {
  expect(rateOf(method, new URL(path, 'http://127.0.0.1'))).toBe(name);
});
