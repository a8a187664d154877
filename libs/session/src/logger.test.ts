import { expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { log, redact } from './logger';

test.each([
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[token]'],
  ['key ak_abcdefghijklmnop', 'key [api key]'],
  ['sb_secret_abc-DEF', '[key]'],
  ['/x?access_token=abc&type=signup', '/x?access_token=[removed]&type=signup'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [removed]'],
  ["o'brien+1@x.io is known", '[address] is known'],
  ['one\nERROR two', 'one\\u000aERROR two'],
  ['a\u001b[31mred', 'a\\u001b[31mred'],
  ['bank_balance stays', 'bank_balance stays'],
])('%j is written as %j', { tags: ['T-23'] }, (text, written) => {
  expect(redact(text)).toBe(written);
});

test('a failure is written with its code and without what it carries', { tags: ['SES-63', 'T-23'] }, () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  log.error('sign-in failed', new AppError('unauthenticated', 'ada@example.test was refused'), {
    status: 400,
  });
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'sign-in failed AppError: unauthenticated: [address] was refused {"status":400}',
  );
});
