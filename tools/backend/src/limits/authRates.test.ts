/** The rate limit of each auth request. */
import { expect, test } from 'vitest';
import { rateOf } from './authRates';

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
])('%s %s counts against %s', (method, path, name) => {
  expect(rateOf(method, new URL(path, 'http://127.0.0.1'))).toBe(name);
});
