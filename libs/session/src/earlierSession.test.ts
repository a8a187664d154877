import { afterEach, expect, test } from 'vitest';
import { forgetEarlierSession, hadEarlierSession, rememberEarlierSession } from './earlierSession';

afterEach(() => {
  localStorage.clear();
});

test.each([
  ['sb-127-auth-token', true],
  ['sb-127-auth-token.0', true],
  ['sb-127-auth-token-code-verifier', false],
  ['slipway.theme', false],
])('a stored %s is a session: %s', (key, expected) => {
  localStorage.setItem(key, 'value');
  rememberEarlierSession();
  expect(hadEarlierSession()).toBe(expected);
});

test('a session that was reported as ended is forgotten', () => {
  localStorage.setItem('sb-127-auth-token', 'value');
  rememberEarlierSession();
  forgetEarlierSession();
  expect(hadEarlierSession()).toBe(false);
});
