/** Errors of the auth service: the code decides, then the message, then the status. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import type { AuthError } from '@slipway/data';
import { readFailures } from '../security/authFailures';
import { startAuthService } from '../testing/authService';
import { callAuth, isCommonPassword, quotedMessage, recorded } from './authFailure';

let warned: string[];

beforeEach(() => {
  localStorage.clear();
  startAuthService();
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((...text: unknown[]) => {
    warned.push(text.join(' '));
  });
});

const errorOf = (fields: Partial<AuthError>) =>
  Object.assign(new Error(fields.message ?? 'x'), fields) as unknown as AuthError;
const codeFor = (fields: Partial<AuthError>) =>
  callAuth('login', () => Promise.resolve({ error: errorOf(fields) })).then(
    () => undefined,
    (error: unknown) => (error as AppError).code,
  );

describe('callAuth', () => {
  test('returns a result without an error', async () => {
    const result = { data: 1, error: null };
    expect(await callAuth('login', () => Promise.resolve(result))).toBe(result);
    expect(readFailures()).toEqual([]);
  });

  test.each([
    ['invalid_credentials', 'unauthenticated'],
    ['email_exists', 'conflict'],
    ['over_email_send_rate_limit', 'rate_limited'],
    ['same_password', 'invalid_input'],
    ['reauthentication_needed', 'unauthenticated'],
    ['mfa_challenge_expired', 'unauthenticated'],
    ['otp_expired', 'unauthenticated'],
    ['something_new', 'unavailable'],
  ])('the code %s means %s', async (code, expected) => {
    expect(await codeFor({ code })).toBe(expected);
  });

  test('the code comes before the message, and the message before the status', async () => {
    const message = 'User already registered';
    expect(await codeFor({ code: 'email_not_confirmed', message, status: 429 })).toBe('forbidden');
    expect(await codeFor({ code: 'something_new', message, status: 429 })).toBe('conflict');
    expect(await codeFor({ message, status: 429 })).toBe('conflict');
    expect(await codeFor({ message: 'Slow down', status: 429 })).toBe('rate_limited');
    expect(await codeFor({ message: 'Slow down', status: 430 })).toBe('unavailable');
  });

  test.each([
    ['Too many requests', 'rate_limited'],
    ['Email rate limit exceeded', 'rate_limited'],
    ['This user has already been registered', 'conflict'],
    ['Password should be longer', 'invalid_input'],
  ])('the message “%s” means %s', async (message, expected) => {
    expect(await codeFor({ message })).toBe(expected);
  });

  test('keeps the message, and the error as the cause', async () => {
    const error = errorOf({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    await expect(callAuth('login', () => Promise.resolve({ error }))).rejects.toMatchObject({
      ...{ message: 'Invalid login credentials', cause: error },
    });
    expect(warned.join()).toContain('login failed: unauthenticated');
  });

  test('reports a client that throws as unexpected', async () => {
    const cause = new TypeError('internals');
    await expect(callAuth('login', () => Promise.reject(cause))).rejects.toMatchObject({
      ...{ code: 'unexpected', message: 'The auth client failed', cause },
    });
  });
});

test.each([
  ['unauthenticated', 1],
  ['rate_limited', 0],
] as const)('an error %s counts as %i failed sign-ins', (code, count) => {
  const error = new AppError(code, 'x');
  expect(recorded('login', error)).toBe(error);
  expect(readFailures()).toHaveLength(count);
});

test('a common password is one that the service calls leaked', () => {
  const rejection = (reasons: unknown) =>
    new AppError('invalid_input', 'x', { cause: Object.assign(new Error('weak'), { reasons }) });
  expect(isCommonPassword(rejection(['length', 'pwned']))).toBe(true);
  expect(isCommonPassword(rejection(['length']))).toBe(false);
  expect(isCommonPassword(rejection('pwned'))).toBe(false);
  expect(isCommonPassword(new AppError('invalid_input', 'x', { cause: new Error('weak') }))).toBe(false);
  expect(isCommonPassword(new AppError('invalid_input', 'x', { cause: { reasons: ['pwned'] } }))).toBe(false);
  expect(isCommonPassword({ cause: Object.assign(new Error('weak'), { reasons: ['pwned'] }) })).toBe(false);
});

test('messages that are not known to be fit are not quoted', () => {
  expect(quotedMessage(new Error('Too many requests'))).toBe('Too many requests');
  expect(quotedMessage(new Error('Too many requests from 10.0.0.1'))).toBeUndefined();
  expect(quotedMessage({ message: 'Too many requests' })).toBeUndefined();
});
