import { connect } from '@slipway/data';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { forgetEarlierSession, hadEarlierSession, rememberEarlierSession } from './earlierSession';

beforeAll(() => {
  connect({ url: 'http://127.0.0.1:54321', key: 'k' });
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test.each([
  ['sb-127-auth-token', true],
  ['sb-127-auth-token.0', true],
  ['sb-127-auth-token-code-verifier', false],
  ['sb-old-auth-token', false],
  ['slipway.theme', false],
])('a stored %s is a session: %s', (key, expected) => {
  localStorage.setItem(key, 'value');
  rememberEarlierSession();
  expect(hadEarlierSession()).toBe(expected);
});

test('there is none where the browser blocks storage (23)', () => {
  localStorage.setItem('sb-127-auth-token', 'value');
  rememberEarlierSession();
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  rememberEarlierSession();
  expect(hadEarlierSession()).toBe(false);
});

test('a session that was reported as ended is forgotten', () => {
  localStorage.setItem('sb-127-auth-token', 'value');
  rememberEarlierSession();
  forgetEarlierSession();
  expect(hadEarlierSession()).toBe(false);
});
