/** When the document shows the prerendered page of signed-in users: `prerenderedScript.ts` decides, before the first paint. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineFonts } from './testing/fonts';
import { addJsonElement, backend, removeJsonElements } from './testing/jsonElement';
import { endRemovals } from './testing/prerenderedPlace';

const { dataset } = document.documentElement;

/** Runs the script at an address, in the document of `/sales`. Returns whether its page is shown. */
async function isShown(address = '/sales'): Promise<boolean> {
  history.replaceState(null, '', address);
  dataset['prerendered'] = '/sales';
  vi.resetModules();
  await vi.importActual('./prerenderedScript');
  return dataset['prerendered'] === 'shown';
}

beforeEach(() => {
  defineFonts();
  vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined);
  dataset['access'] = 'signed-in';
  localStorage.setItem('sb-backend-auth-token', '{}');
  addJsonElement('slipway-composition', { backend });
});
afterEach(async () => {
  await endRemovals();
  vi.restoreAllMocks(); // storage may be blocked
  localStorage.clear();
  sessionStorage.clear();
  removeJsonElements();
  for (const name of ['prerendered', 'font', 'keys', 'varies', 'access', 'forUsers', 'session'])
    Reflect.deleteProperty(dataset, name);
});

it('shows it with a session', async () => {
  for (const address of ['/sales', '/sales/', '/sales?from=mail', '/sales#top'])
    expect(await isShown(address), address).toBe(true);
});

it('shows it to no visitor, also with the code verifier of a sign-in and the session of another backend (23)', async () => {
  localStorage.clear();
  expect(await isShown()).toBe(false);
  localStorage.setItem('sb-backend-auth-token-code-verifier', 'x');
  localStorage.setItem('sb-other-auth-token', '{}');
  expect(await isShown()).toBe(false);
});

it.each([
  ['a user', true, ''],
  ['a visitor', false, undefined],
])(
  'shows a public page that is for users too to %s, with the frame of theirs (23)',
  async (_who, hasSession, mark) => {
    dataset['forUsers'] = '';
    Reflect.deleteProperty(dataset, 'access');
    if (!hasSession) localStorage.clear();
    expect(await isShown()).toBe(true);
    expect(dataset['session']).toBe(mark);
  },
);

it('shows it to no user after an hour without activity: the session ends (23)', async () => {
  dataset['forUsers'] = '';
  Reflect.deleteProperty(dataset, 'access');
  localStorage.setItem('lastActivity', String(Date.now() - 3_600_001));
  expect(await isShown()).toBe(false);
});

it('shows nothing without a composition, which the app reports', async () => {
  removeJsonElements();
  expect(await isShown()).toBe(false);
});

it('shows nothing when storage is blocked: there is no session', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(await isShown()).toBe(false);
});

it.each([
  ['at another address, which the service worker opens with the same document', '/agents'],
  ['with a parameter that changes the page', '/sales?new=deployment'],
  ['with other releases', '/sales?slice=market@http://127.0.0.1:1/'],
  ['with a link that signs in', '/sales#access_token=x'],
])('shows nothing %s', async (_when, address) => {
  dataset['varies'] = 'new deal';
  expect(await isShown(address)).toBe(false);
});

it.each<[area: 'localStorage' | 'sessionStorage', key: string, who: string]>([
  ['localStorage', 'slipway-language', 'a reader of another language'],
  ['sessionStorage', 'slipway-overrides', 'a tester of other releases'],
  ['sessionStorage', 'slipway.failed', 'a tab in which a release failed'],
])('shows nothing with %s %s: %s', async (area, key) => {
  window[area].setItem(key, '{}');
  expect(await isShown()).toBe(false);
});
