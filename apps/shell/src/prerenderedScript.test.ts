/**
 * When the document shows its prerendered page, and with which texts: e2e/specs/frame/prerendered*.spec.ts show it in
 * a browser. One file: all tests run one script in one document.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineFonts } from './testing/fonts';
import { addJsonElement, backend, removeJsonElements } from './testing/jsonElement';
import { endRemovals, isPlaceKept } from './testing/prerenderedPlace';

const { dataset } = document.documentElement;
const userAgent = (value: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(value);

/** Runs the script at an address, in the document of a page. Returns whether the page is shown. */
async function isShown(address: string, page = '/login'): Promise<boolean> {
  history.replaceState(null, '', address);
  if (dataset['requests'] === undefined) dataset['prerendered'] = page;
  vi.resetModules();
  await vi.importActual('./prerenderedScript');
  return dataset['prerendered'] === 'shown';
}

const listened: [string, () => void][] = [];
beforeEach(() => {
  defineFonts();
  addJsonElement('slipway-composition', { backend });
  listened.length = 0;
  vi.spyOn(document, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listened.push([type, listener as () => void]);
  });
});
afterEach(async () => {
  await endRemovals();
  vi.restoreAllMocks(); // storage may be blocked
  localStorage.clear();
  sessionStorage.clear();
  removeJsonElements();
  for (const name of ['prerendered', 'font', 'requests', 'access', 'sent', 'keys', 'varies'])
    Reflect.deleteProperty(dataset, name);
});

it('shows the page of its document, also with a slash, a query and an anchor', async () => {
  for (const address of ['/login', '/login/', '/login?from=mail', '/login#top'])
    expect(await isShown(address), address).toBe(true);
  expect(await isShown('/', '/')).toBe(true);
});

it('shows nothing at another address, which the service worker opens with the same document', async () => {
  expect(await isShown('/login', '/')).toBe(false);
  expect(dataset['prerendered']).toBe('/');
});

it.each([
  ['?slice=auth@http://127.0.0.1:1/', 'other releases'],
  ['?code=1', 'a code that signs in'],
  ['?from=mail&error=access_denied', 'an error of a sign-in'],
  ['#access_token=x', 'a link that signs in'],
])('shows nothing at /login%s: %s', async (rest) => {
  expect(await isShown(`/login${rest}`)).toBe(false);
});

it(
  'removes a page that it does not show as soon as it is there, and keeps the others',
  { tags: ['SHELL-04'] },
  async () => {
    dataset['access'] = 'signed-in';
    expect([await isShown('/dashboard', '/dashboard'), await isPlaceKept()]).toEqual([false, false]);
    localStorage.setItem('sb-backend-auth-token', '{}');
    expect([await isShown('/dashboard', '/dashboard'), await isPlaceKept()]).toEqual([true, true]);
  },
);

it('waits for the styles of a slice, unless the app has started', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  link.dataset['prerendered'] = '';
  document.head.append(link);
  const loads = async () => {
    link.dispatchEvent(new Event('load'));
    await Promise.resolve();
    await Promise.resolve();
    return [dataset['prerendered'], link.media];
  };
  expect(await isShown('/login')).toBe(false);
  Reflect.deleteProperty(dataset, 'prerendered');
  expect(await loads()).toEqual([undefined, 'not all']);
  expect(await isShown('/login')).toBe(false);
  expect(await loads()).toEqual(['shown', 'all']);
  link.remove();
});

describe('the font of the page', () => {
  const isWaiting = () => dataset['font'] === 'loading';
  const wait = (time: number) => vi.advanceTimersByTimeAsync(time);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is waited for, with the name that theme.css gives it', async () => {
    const load = vi.spyOn(document.fonts, 'load');
    let arrive: () => void = () => undefined;
    load.mockReturnValue(new Promise((resolve) => (arrive = () => resolve([]))));
    expect(await isShown('/login')).toBe(true);
    const [[, family] = []] = load.mock.calls.map(([font]) => /"(.*)"/.exec(font) ?? []);
    const theme = readFileSync(
      join(import.meta.dirname, '../../../libs/design-system/src/theme.css'),
      'utf8',
    );
    expect(/--font-sans:\s*'([^']*)'/.exec(theme)?.[1]).toBe(family);
    await wait(399);
    expect(isWaiting()).toBe(true);
    arrive();
    await wait(0);
    expect(isWaiting()).toBe(false);
  });

  it('is waited for 400 ms at most', async () => {
    vi.spyOn(document.fonts, 'load').mockReturnValue(new Promise(() => undefined));
    await isShown('/login');
    await wait(399);
    expect(isWaiting()).toBe(true);
    await wait(1);
    expect(isWaiting()).toBe(false);
  });

  it('does not have to arrive', async () => {
    vi.spyOn(document.fonts, 'load').mockRejectedValue(new DOMException('', 'NetworkError'));
    await isShown('/login');
    await wait(0);
    expect(isWaiting()).toBe(false);
  });

  it('is not loaded for a page that is not shown', async () => {
    const load = vi.spyOn(document.fonts, 'load');
    expect(await isShown('/login', '/')).toBe(false);
    expect(load).not.toHaveBeenCalled();
    expect(isWaiting()).toBe(false);
  });
});

it('shows nothing with a parameter that changes the page', async () => {
  dataset['varies'] = 'q creator';
  expect(await isShown('/marketplace?agent=1', '/marketplace')).toBe(true);
  for (const query of ['?q=', '?agent=1&creator=2', '?%71=mail'])
    expect(await isShown(`/marketplace${query}`, '/marketplace'), query).toBe(false);
});

it.each<[area: 'localStorage' | 'sessionStorage', key: string, who: string]>([
  ['localStorage', 'sb-backend-auth-token', 'a signed-in user'],
  ['localStorage', 'slipway-language', 'a reader of another language'],
  ['sessionStorage', 'slipway-overrides', 'a tester of other releases'],
  ['sessionStorage', 'slipway.failed', 'a tab in which a release failed'],
  ['sessionStorage', 'slipway.sign-up', 'a tab in which an account waits for its code'],
])('shows nothing with %s %s: %s', async (area, key) => {
  window[area].setItem(key, '{}');
  expect(await isShown('/login')).toBe(false);
});

it('shows it with the code verifier of a sign-in, with the session of another backend, and when storage is blocked (23)', async () => {
  localStorage.setItem('sb-backend-auth-token-code-verifier', 'x');
  localStorage.setItem('sb-other-auth-token', '{}');
  expect(await isShown('/login')).toBe(true);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(await isShown('/login')).toBe(true);
});

describe('the first requests of the page', () => {
  const address = 'https://backend.example/rest/v1/rpc/search?select=name';
  const request = {
    path: 'rest/v1/rpc/search?select=name',
    method: 'POST',
    headers: { prefer: 'x' },
    body: '{}',
  };
  const shown = window as { slipwayResponses?: Map<string, Promise<unknown>> };

  beforeEach(() => {
    addJsonElement('slipway-requests', [request]);
  });
  afterEach(() => {
    Reflect.deleteProperty(shown, 'slipwayResponses');
  });

  it('are sent with the key of the environment, and keep their responses', async () => {
    const response = new Response('[]');
    const send = vi.spyOn(window, 'fetch').mockResolvedValue(response);
    await isShown('/marketplace', '/marketplace');
    expect(send).toHaveBeenCalledExactlyOnceWith(address, {
      method: 'POST',
      headers: { prefer: 'x', authorization: 'Bearer publishable', apikey: 'publishable' },
      body: '{}',
    });
    const [[key, received] = []] = shown.slipwayResponses ?? [];
    expect(key).toBe(`POST\n${address}\nBearer publishable\n{}`);
    expect(await received).toBe(response);
  });

  describe('fill the page', () => {
    const place = document.createElement('div');
    place.id = 'slipway-prerendered';
    const texts = () => [...place.querySelectorAll('[data-fill]')].map(({ innerHTML }) => innerHTML);
    beforeEach(() => {
      const card = (...fields: string[]) =>
        `<div data-skeleton>${fields.map((field) => `<p data-fill="${field}"><i></i></p>`).join('')}</div>`;
      place.innerHTML = card('name', 'text') + card('name') + card('other');
      document.body.append(place);
    });
    afterEach(() => place.remove());

    it('with texts of their rows, which are no markup, and leave the response to the app', async () => {
      const response = Response.json([{ name: '<b>Helper</b>', text: ' ' }, {}, {}]);
      vi.spyOn(window, 'fetch').mockResolvedValue(response);
      await isShown('/marketplace', '/marketplace');
      await vi.waitFor(() => {
        expect(texts()).toEqual(['&lt;b&gt;Helper&lt;/b&gt;', '<i></i>', '<i></i>', '<i></i>']);
      });
      expect(await response.json()).toHaveLength(3);
    });

    it.each([
      [1, 2],
      [0, 4],
    ])('and keep a card for each of %i rows, or all without one: %i (23)', async (count, left) => {
      place.insertAdjacentHTML('beforeend', '<div data-skeleton>of another list</div>');
      const rows = Array.from({ length: count }, () => ({ name: 'Helper' }));
      vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(rows));
      await isShown('/marketplace', '/marketplace');
      await new Promise((resolve) => setTimeout(resolve));
      await vi.waitFor(() => {
        expect(place.querySelectorAll('[data-skeleton]')).toHaveLength(left);
      });
      expect(place.textContent).toContain('of another list');
    });

    it.each([
      ['an error', Response.json({ message: 'no' }, { status: 500 })],
      ['no list', Response.json(null)],
      ['a page of a proxy', new Response('<!doctype html>')],
    ])('with nothing of %s', async (_what, response) => {
      vi.spyOn(window, 'fetch').mockResolvedValue(response);
      await isShown('/marketplace', '/marketplace');
      await response.clone().text();
      await new Promise((resolve) => setTimeout(resolve));
      expect(texts()).toEqual(['<i></i>', '<i></i>', '<i></i>', '<i></i>']);
    });
  });

  it('have no response when they fail: the app sends them again', async () => {
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await isShown('/marketplace', '/marketplace');
    const [received] = shown.slipwayResponses?.values() ?? [];
    expect(await received).toBeUndefined();
  });

  describe('that need the ids of the rows before', () => {
    const list = { path: 'rest/v1/agents?select=id', method: 'GET', headers: {} };
    const ratings = { ...list, path: 'rest/v1/reviews?agent_id=in.%28{ids}%29' };
    const sent = 'https://backend.example/rest/v1/reviews?agent_id=in.%28a1%2Ca2%29';
    const open = (response: Response) => {
      const send = vi.spyOn(window, 'fetch').mockResolvedValueOnce(response);
      send.mockResolvedValue(new Response('[]'));
      addJsonElement('slipway-requests', [list, ratings]);
      document.getElementById('slipway-requests')?.remove(); // that of `beforeEach`
      return isShown('/', '/').then(() => send);
    };
    const received = () => shown.slipwayResponses?.values().next().value;

    it('are sent with them before the app gets the first response', async () => {
      const response = Response.json([{ id: 'a1' }, { id: 'a2' }]);
      const send = await open(response);
      expect(await received()).toBe(response);
      expect(send.mock.calls.map(([address]) => address)).toEqual([expect.any(String), sent]);
      expect([...(shown.slipwayResponses?.keys() ?? [])][1]).toBe(`GET\n${sent}\nBearer publishable\n`);
      expect(await response.json()).toHaveLength(2);
    });

    it.each([
      ['no row', Response.json([])],
      ['an error', Response.json({ message: 'no' }, { status: 500 })],
    ])('are not sent after %s', async (_what, response) => {
      const send = await open(response);
      expect(await received()).toBe(response);
      expect(send).toHaveBeenCalledTimes(1);
    });
  });

  it('are not sent where the app may show another page', async () => {
    const send = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('[]'));
    await isShown('/marketplace', '/');
    await isShown('/marketplace?slice=a@1', '/marketplace');
    dataset['access'] = 'signed-in';
    await isShown('/marketplace', '/marketplace');
    expect(send).not.toHaveBeenCalled();
  });

  describe('of a browser with a session', () => {
    const [user, token] = ['7b', 'token of the user'];
    const store = (fields: object, key = 'sb-backend-auth-token') => {
      const expires_at = Date.now() / 1_000 + 3_600;
      localStorage.setItem(
        key,
        JSON.stringify({
          access_token: token,
          refresh_token: 'r',
          expires_at,
          user: { id: user },
          ...fields,
        }),
      );
    };
    const sentTokens = (send: { mock: { calls: Parameters<typeof fetch>[] } }) =>
      send.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));

    it.each([
      ['of a page for users that starts with the app', 'signed-in', '/sales'],
      ['of a page of visitors, which is not shown', undefined, '/marketplace'],
    ])('are sent as the user: %s', async (_what, access, path) => {
      const send = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('[]'));
      if (access) dataset['access'] = access;
      dataset['requests'] = path;
      const element = document.getElementById('slipway-requests');
      const ofUser = { ...request, path: `${request.path}&id=eq.{user-id}`, body: '{"user":"{user-id}"}' };
      if (element) element.textContent = JSON.stringify([ofUser]);
      store({});
      localStorage.setItem('lastActivity', String(Date.now() - 3_000_000));
      expect(await isShown(path)).toBe(false);
      expect(dataset['prerendered']).toBeUndefined();
      const sent = `${address}&id=eq.${user}`;
      expect(send).toHaveBeenCalledExactlyOnceWith(sent, {
        method: 'POST',
        headers: { prefer: 'x', authorization: `Bearer ${token}`, apikey: 'publishable' },
        body: `{"user":"${user}"}`,
      });
      const [key] = shown.slipwayResponses?.keys() ?? [];
      expect(key).toBe(`POST\n${sent}\nBearer ${token}\n{"user":"${user}"}`);
    });

    it.each<[string, () => void]>([
      ['has to be renewed', () => store({ expires_at: Date.now() / 1_000 + 119 })],
      [
        'was not used for an hour',
        () => {
          store({});
          localStorage.setItem('lastActivity', String(Date.now() - 3_600_001));
        },
      ],
      ['lacks its refresh token (23)', () => store({ refresh_token: '' })],
      ['lacks its user (23)', () => store({ user: undefined })],
      ['is none', () => localStorage.setItem('sb-backend-auth-token', 'x')],
    ])('are not sent with a session that %s, and not as a visitor', async (_what, arrange) => {
      const send = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('[]'));
      dataset['requests'] = '/marketplace';
      arrange();
      await isShown('/marketplace');
      expect(sentTokens(send)).toEqual([]);
    });

    it('are sent as a visitor with a session of another backend (23)', async () => {
      const send = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('[]'));
      dataset['requests'] = '/marketplace';
      store({}, 'sb-other-auth-token');
      await isShown('/marketplace');
      expect(sentTokens(send)).toEqual(['Bearer publishable']);
    });
  });
});

it('remembers that a form was sent, while the page is shown', async () => {
  await isShown('/login');
  const [[type, submit] = ['', () => undefined]] = listened;
  expect(type).toBe('submit');
  submit();
  expect(dataset['sent']).toBe('');
  delete dataset['sent'];
  dataset['prerendered'] = '/login';
  submit();
  expect(dataset['sent']).toBeUndefined();
});

it('names the keys of a Mac', async () => {
  userAgent('Mozilla/5.0 (X11; Linux x86_64)');
  await isShown('/login');
  expect(dataset['keys']).toBeUndefined();
  userAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  await isShown('/login');
  expect(dataset['keys']).toBe('mac');
});
