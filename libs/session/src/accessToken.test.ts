import { beforeEach, expect, test } from 'vitest';
import { accessToken } from './accessToken';
import { type AuthService, session, startAuthService, store, STORED } from './testing/authService';

let service: AuthService;

beforeEach(() => {
  localStorage.clear();
  service = startAuthService();
});

test('a visitor has no access token', async () => {
  expect(await accessToken()).toBeUndefined();
});

test('a signed-in user has the one of the session', async () => {
  store();
  const { access_token } = JSON.parse(localStorage.getItem(STORED) ?? '{}') as { access_token: string };
  expect(await accessToken()).toBe(access_token);
  expect(service.sent).toEqual([]);
});

test('one that has expired is renewed first', async () => {
  store(-60);
  const renewed = session();
  service.replies['token'] = () => Response.json(renewed);
  expect(await accessToken()).toBe(renewed.access_token);
});
