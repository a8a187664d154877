/**
 * The script before the first paint sends requests as the user exactly when the app would use the stored session as it is: it
 * repeats `freshSession` of `libs/data` and `validityOf` of `libs/session` (23).
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connect, type supabase } from '@slipway/data';
import { AuthClient } from '@slipway/data/lazy-auth';
import { checkSession, readSession, startSession, whenSessionKnown } from '@slipway/session';
import { defineFonts } from './testing/fonts';
import { addJsonElement, backend, removeJsonElements } from './testing/jsonElement';

const KEY = 'sb-backend-auth-token';
const inSeconds = (seconds: number) => Math.round(Date.now() / 1_000) + seconds;
const whole = () => ({
  ...{ access_token: 'a', refresh_token: 'r', expires_in: 3_600, expires_at: inSeconds(3_600) },
  ...{ token_type: 'bearer', user: { id: '7b', app_metadata: {} } },
});

let stop: (() => void) | undefined;
beforeEach(() => {
  defineFonts();
  addJsonElement('slipway-composition', { backend });
  addJsonElement('slipway-requests', [{ path: 'rest/v1/agents', method: 'GET', headers: {} }]);
  document.documentElement.dataset['requests'] = window.location.pathname;
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response('{}', { status: 400 })));
});
afterEach(() => {
  stop?.();
  localStorage.clear();
  sessionStorage.clear();
  removeJsonElements();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document.documentElement.dataset, 'requests');
});

/** Whether the script sends the first request as the user. */
async function isSentAsUser(): Promise<boolean> {
  vi.resetModules();
  await vi.importActual('./prerenderedScript');
  const [, init] = vi.mocked(fetch).mock.lastCall ?? [];
  return new Headers(init?.headers).get('authorization') === 'Bearer a';
}

it.each<[what: string, stored: () => unknown]>([
  ['whole', whole],
  ['valid for two minutes', () => ({ ...whole(), expires_at: inSeconds(119) })],
  ['without an end', () => ({ ...whole(), expires_at: undefined })],
  ['without a token', () => ({ ...whole(), access_token: '' })],
  ['without a refresh token', () => ({ ...whole(), refresh_token: undefined })],
  ['without a user', () => ({ ...whole(), user: null })],
  ['null', () => null],
])('a session that is %s', async (what, stored) => {
  localStorage.setItem(KEY, JSON.stringify(stored()));
  // First: the client completes what is stored.
  const isSent = await isSentAsUser();
  const app = AuthClient({ url: `${backend.url}/auth/v1`, storageKey: KEY }) as Pick<
    ReturnType<typeof supabase>['auth'],
    'onAuthStateChange'
  >;
  const used = vi.fn();
  app.onAuthStateChange((_, session) => used(session));
  await Promise.resolve();
  const isUsed = used.mock.calls.some(([session]) => session !== null);
  expect(isUsed).toBe(what === 'whole');
  expect(isSent).toBe(isUsed);
});

const tokenOf = (claims: object) => `e.${btoa(JSON.stringify({ sub: '7b', ...claims }))}.s`;

it.each([
  ['aal1', 'verified', false],
  ['aal2', 'verified', true],
  ['aal1', 'unverified', true],
])('a session at %s of a user with a factor that is %s is used: %s', async (aal, status, expected) => {
  const access_token = tokenOf({ aal });
  const user = { ...whole().user, factors: [{ id: 'f1', factor_type: 'totp', status }] };
  localStorage.setItem(KEY, JSON.stringify({ ...whole(), access_token, user }));
  await isSentAsUser();
  expect(vi.mocked(fetch).mock.calls).toHaveLength(expected ? 1 : 0);
  connect(backend);
  stop = startSession();
  await whenSessionKnown();
  expect(readSession()).toMatchObject({ user: expected ? { id: '7b' } : { dueFactor: 'f1' } });
});

it.each([
  [undefined, true],
  ['', true],
  ['soon', true],
  ['Infinity', true],
  [' ', false],
  ['0', false],
  [-3_500_000, true],
  [-3_600_001, false],
  [60_000, true],
])('a session that was last used at %j is used: %s', async (lastActivity, expected) => {
  localStorage.setItem(KEY, JSON.stringify(whole()));
  const text = typeof lastActivity === 'number' ? String(Date.now() + lastActivity) : lastActivity;
  if (text !== undefined) localStorage.setItem('lastActivity', text);
  expect(await isSentAsUser()).toBe(expected);
  connect(backend);
  stop = startSession();
  expect(await checkSession()).toBe(expected ? 'valid' : 'expired');
});
