// @vitest-environment node
/**
 * The service worker keeps and serves one revision, verifies each file, and leaves everything else to the browser. One
 * file: all tests share a fake scope.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { FakeCaches } from './testing/fakeCaches';

const origin = 'https://app.example';
/** The document that opens every page. */
const OFFLINE = '/slipway-offline';

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Responses of the network, by path. */
const network = new Map<string, Response>();
/** Responses of the browser's cache, which a reload does not use. */
const cached = new Map<string, Response>();
const requested: string[] = [];
/** The cache mode of each request for the document. */
const modes: (RequestCache | undefined)[] = [];

/** As a browser does: compares the hash. */
async function fakeFetch(
  input: string | { url: string },
  { integrity, cache }: RequestInit = {},
): Promise<Response> {
  const path = typeof input === 'string' ? input : new URL(input.url).pathname;
  requested.push(path);
  if (path === OFFLINE) modes.push(cache);
  const response = ((cache !== 'reload' && cached.get(path)) || network.get(path))?.clone();
  if (!response) throw new TypeError('Failed to fetch');
  if (integrity !== undefined && (await hashOf(await response.clone().text())) !== integrity)
    throw new TypeError('Failed integrity');
  return response;
}

const put = (path: string, text: string, headers: Record<string, string> = {}) =>
  network.set(path, new Response(text, { headers }));

interface Request {
  method?: string;
  mode?: string;
  url: string;
  headers?: Headers;
}

interface Worker {
  dispatch(type: string, fields?: object): Promise<Response | undefined>;
  fetch(path: string, request?: Partial<Request>, clients?: object): Promise<Response | undefined>;
  isWaiting: () => boolean;
  /** Whether the browser sends navigations while the worker starts. */
  preloads: () => boolean;
}

let caches: FakeCaches;
const connection = { onLine: true };

/** Not a module: the compiler rejects its name in an import. */
const script = './serviceWorker';

/** The two scripts of a worker. */
interface Content {
  slipway: object;
  slipwayRevision: object;
}

async function start({ slipway, slipwayRevision }: Content): Promise<Worker> {
  const listeners = new Map<string, (event: object) => void>();
  let skipped = false;
  let preloads = true;
  const scope = {
    slipway,
    slipwayRevision: undefined as object | undefined,
    // Browsers with Trusted Types reject a text.
    trustedTypes: {
      createPolicy: (name: string, { createScriptURL }: { createScriptURL: (url: string) => string }) => ({
        createScriptURL: (url: string) => `${name} ${createScriptURL(url)}`,
      }),
    },
    importScripts: (address: string) => {
      expect(address).toBe('slipway-loader /slipway-revision.js');
      scope.slipwayRevision = slipwayRevision;
    },
    location: { origin },
    registration: { navigationPreload: { disable: () => Promise.resolve((preloads = false)) } },
    navigator: connection,
    clients: { claim: () => Promise.resolve() },
    skipWaiting: () => {
      skipped = true;
      return Promise.resolve();
    },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', fakeFetch);
  vi.resetModules();
  await import(/* @vite-ignore */ script);
  const dispatch: Worker['dispatch'] = async (type, fields = {}) => {
    const work: Promise<unknown>[] = [];
    let response: Promise<Response> | undefined;
    listeners.get(type)?.({
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (promise: Promise<Response>) => (response = promise),
      ...fields,
    });
    const found = await response;
    await Promise.all(work);
    return found;
  };
  return {
    dispatch,
    fetch: (path, request, clients) =>
      dispatch('fetch', {
        ...clients,
        request: { method: 'GET', mode: 'cors', url: origin + path, headers: new Headers(), ...request },
      }),
    isWaiting: () => !skipped,
    preloads: () => preloads,
  };
}

/** Revision `revision`, on the network: a shell with one lazy file, and a slice. */
async function revisionOf(revision: number, sliceVersion: string, text: string) {
  const slice = {
    ...composedRelease(sliceVersion),
    base: `/slices/market/${sliceVersion}/`,
    files: {
      'page.0000000000000001.js': await hashOf(text),
      'lazy.0000000000000001.js': await hashOf(`lazy ${text}`),
    },
    routes: [{ path: '/market', title: 'Market', access: 'public' as const }],
    preload: { '/market': ['page.0000000000000001.js'] },
  };
  put(`${slice.base}page.0000000000000001.js`, text);
  put(`${slice.base}lazy.0000000000000001.js`, `lazy ${text}`);
  const composition = { ...compositionOf({ market: slice }), revision };
  const rest = `/slices/_rest/${String(revision)}/0123456789abcdef.json`;
  put(rest, JSON.stringify(composition));
  const html = `<!doctype html>${text}`;
  put(OFFLINE, html);
  put('/slices/shell/1/main.js', 'main');
  put('/slices/shell/1/dialog.js', 'dialog');
  return {
    page: `${slice.base}page.0000000000000001.js`,
    lazy: `${slice.base}lazy.0000000000000001.js`,
    html,
    content: {
      slipway: {
        id: 'a',
        pages: ['/'],
        shell: { '/slices/shell/1/main.js': await hashOf('main') },
        lazy: { '/slices/shell/1/dialog.js': await hashOf('dialog') },
      },
      slipwayRevision: {
        ...{ worker: 'a', revision, document: await hashOf(html) },
        rest: { path: rest, integrity: await hashOf(JSON.stringify(composition)) },
      },
    },
  };
}

const navigation = { mode: 'navigate' };

async function installed(revision: Awaited<ReturnType<typeof revisionOf>>): Promise<Worker> {
  const worker = await start(revision.content);
  await worker.dispatch('install');
  await worker.dispatch('activate');
  return worker;
}

beforeEach(() => {
  caches = new FakeCaches(origin);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  connection.onLine = true;
  network.clear();
  cached.clear();
  requested.length = 0;
  modes.length = 0;
});

it('opens every page with the kept document when there is no network', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  network.clear();
  expect(await (await worker.fetch('/market', navigation))?.text()).toBe(first.html);
  expect(await (await worker.fetch('/market/', navigation))?.text()).toBe(first.html);
  await expect(worker.fetch('/slipway-recovery', navigation)).rejects.toThrow('Failed to fetch');
});

it('revalidates the document that a page has read, and loads it again when the browser’s copy was altered', async () => {
  await installed(await revisionOf(1, '00000000000000b1', 'one'));
  expect(modes).toEqual(['no-cache']);
  const second = await revisionOf(2, '00000000000000b2', 'two');
  cached.set(OFFLINE, new Response('altered'));
  const worker = await installed(second);
  expect(modes).toEqual(['no-cache', 'no-cache', 'reload']);
  network.clear();
  cached.clear();
  expect(await (await worker.fetch('/market', navigation))?.text()).toBe(second.html);
});

it('asks for a document that it has no second time in another revision', async () => {
  await installed(await revisionOf(1, '00000000000000b1', 'one'));
  const next = await revisionOf(2, '00000000000000b2', 'one');
  requested.length = 0;
  const worker = await installed(next);
  expect(requested).not.toContain(OFFLINE);
  network.clear();
  expect(await (await worker.fetch('/market', navigation))?.text()).toBe(next.html);
});

it('names the file with all slices to a page that has no network', async () => {
  const { content } = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await start(content);
  const ask = async () => (await worker.fetch('/slipway-revision.js'))?.text();
  put('/slipway-revision.js', 'of the network');
  expect(await ask()).toBe('of the network');
  network.clear();
  expect(await ask()).toBe(`self.slipwayRevision=${JSON.stringify(content.slipwayRevision)};\n`);
});

it('prefers the network, and its errors other than those of a server that is down', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  put('/market', 'next');
  expect(await (await worker.fetch('/market', navigation))?.text()).toBe('next');
  network.set('/market', new Response('down', { status: 502 }));
  expect(await (await worker.fetch('/market', navigation))?.text()).toBe(first.html);
  network.set('/market', new Response('limited', { status: 429 }));
  expect((await worker.fetch('/market', navigation))?.status).toBe(429);
});

it('waits four seconds for the network', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  vi.useFakeTimers();
  let send: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (send = resolve)));
  const opened = worker.fetch('/market', navigation);
  await vi.advanceTimersByTimeAsync(4_000);
  send(new Response('late'));
  expect(await (await opened)?.text()).toBe(first.html);
});

it('responds when the network does, and asks for nothing else, where no document is kept', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  await installed(first);
  for (const name of await caches.keys()) await caches.delete(name);
  const worker = await start(first.content); // it has not read its document
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (input: { url: string } | string) =>
    typeof input === 'string'
      ? new Promise(() => undefined)
      : new Promise<Response>((resolve) =>
          setTimeout(() => {
            resolve(new Response('late'));
          }, 5_000),
        ),
  );
  const opened = worker.fetch('/market', navigation);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await (await opened)?.text()).toBe('late');
}, 2_000);

it('sends a navigation once, also to paths of the backend, and turns the preloads of earlier workers off', async () => {
  const worker = await installed(await revisionOf(1, '00000000000000b1', 'one'));
  requested.length = 0;
  put('/auth/v1/verify', 'signed in');
  expect(await (await worker.fetch('/auth/v1/verify', navigation))?.text()).toBe('signed in');
  expect(requested).toEqual(['/auth/v1/verify']);
  expect(worker.preloads()).toBe(false);
});

it.each([
  ['a path of the backend', '/rest/v1/agents', {}],
  ['the gateway', '/v1/agents/helper', {}],
  ['the composition', '/slipway.json', {}],
  ['a report of a page', '/health-events', { method: 'POST' }],
  ['a file with a token', '/slices/shell/1/main.js', { headers: new Headers({ authorization: 'Bearer x' }) }],
  ['a part of a file', '/slices/shell/1/main.js', { headers: new Headers({ range: 'bytes=0-1' }) }],
  ['another origin', '', { url: 'https://backend.example/slices/shell/1/main.js' }],
  ['a form', '/market', { method: 'POST', mode: 'navigate' }],
])('leaves %s alone', async (_what, path, request) => {
  const worker = await installed(await revisionOf(1, '00000000000000b1', 'one'));
  expect(await worker.fetch(path, request)).toBeUndefined();
});

it('keeps what a page used, and what its slice loads first', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  expect(await caches.match(first.page)).toBeUndefined();
  await worker.fetch(first.lazy);
  expect(await caches.match(first.lazy)).toBeDefined();
  await worker.dispatch('message', {
    data: [first.lazy, '/slices/shell/1/dialog.js', '/slices/other/1/x.js'],
  });
  network.clear();
  expect(await (await worker.fetch(first.page))?.text()).toBe('one');
  expect(await (await worker.fetch('/slices/shell/1/dialog.js'))?.text()).toBe('dialog');
});

it('never keeps what the server says not to store', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  put(first.page, 'one', { 'cache-control': 'no-store' });
  expect(await (await worker.fetch(first.page))?.text()).toBe('one');
  expect(await caches.match(first.page)).toBeUndefined();
});

it('fetches an altered file again, and never opens an altered document', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  const main = '/slices/shell/1/main.js';
  for (const path of [OFFLINE, main]) await caches.overwrite(path, 'altered');
  await worker.dispatch('message', { data: [main] });
  await caches.overwrite(OFFLINE, 'altered');
  network.clear();
  expect(await (await worker.fetch(main))?.text()).toBe('main');
  await caches.overwrite(main, 'altered');
  await expect(worker.fetch(main)).rejects.toThrow('Failed to fetch');
  await expect(worker.fetch('/market', navigation)).rejects.toThrow('Failed to fetch');
});

it('another revision keeps the slices that were used, and one earlier revision for open pages', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const old = await installed(first);
  await old.fetch(first.page);
  await old.fetch(first.lazy);
  const second = await revisionOf(2, '00000000000000b2', 'two');
  const next = await installed(second);
  network.clear();
  expect(await (await next.fetch('/market', navigation))?.text()).toBe(second.html);
  expect(await (await next.fetch(second.page))?.text()).toBe('two');
  expect(await (await next.fetch(second.lazy))?.text()).toBe('lazy two');
  // An open page of the first revision.
  expect(await (await next.fetch(first.page))?.text()).toBe('one');

  await installed(await revisionOf(3, '00000000000000b3', 'three'));
  expect((await caches.keys()).map((name) => name.split('-')[1])).toEqual(['2', '3']);
});

it('does not start when a deploy of the shell came between its two scripts', async () => {
  const { content } = await revisionOf(1, '00000000000000b1', 'one');
  const slipwayRevision = { ...content.slipwayRevision, worker: 'b' };
  await expect(start({ ...content, slipwayRevision })).rejects.toThrow(
    '/slipway-revision.js belongs to another worker',
  );
});

it('imports its revision where a browser has no Trusted Types', async () => {
  const scope = { slipway: { id: 'a' }, location: { origin } };
  const importScripts = vi.fn(() => {
    throw new Error('the import was sent');
  });
  vi.stubGlobal('self', { ...scope, importScripts });
  vi.resetModules();
  await expect(import(/* @vite-ignore */ script)).rejects.toThrow('the import was sent');
  expect(importScripts).toHaveBeenCalledWith('/slipway-revision.js');
});

it('is not installed when the network has another revision, or when there is no space', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  put(OFFLINE, 'another revision');
  const worker = await start(first.content);
  await expect(worker.dispatch('install')).rejects.toThrow('Failed integrity');
  expect(await caches.keys()).toEqual([]);

  put(OFFLINE, first.html);
  caches.isFull = true;
  await expect(worker.dispatch('install')).rejects.toThrow('QuotaExceededError');
  expect(await caches.keys()).toEqual([]);
  expect(worker.isWaiting()).toBe(true);
});

it('lets the browser ask the network beside the worker, and only the network for the rest, where it has routes for that', async () => {
  const worker = await start((await revisionOf(1, 'a', 'page')).content);
  const addRoutes = vi.fn(() => Promise.reject(new TypeError('an unknown source')));
  await worker.dispatch('install', { addRoutes });
  const source = 'race-network-and-fetch-handler';
  expect(addRoutes).toHaveBeenCalledExactlyOnceWith([
    { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source },
    { condition: { urlPattern: '/slices/*' }, source: 'fetch-event' },
    { condition: { urlPattern: '/slipway-revision.js' }, source: 'fetch-event' },
    { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  ]);
  expect(worker.isWaiting()).toBe(false);
});

it('leaves the files of a page from the network to the browser, and keeps them', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  const page = { resultingClientId: 'page', clientId: 'page' };
  put('/market', first.html);
  await worker.fetch('/market', navigation, page);
  expect(await worker.fetch(first.lazy, {}, page)).toBeUndefined();
  expect(await caches.match(first.lazy)).toBeDefined();
  connection.onLine = false;
  expect(await (await worker.fetch(first.lazy, {}, page))?.text()).toBe('lazy one');
  connection.onLine = true;
  network.clear();
  await worker.fetch('/market', navigation, page);
  expect(await (await worker.fetch(first.lazy, {}, page))?.text()).toBe('lazy one');
});

it('leaves the files of a page from before the worker to the browser once it has reported, not those of a page that it opened', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  const before = { clientId: 'before' };
  expect(await (await worker.fetch(first.lazy, {}, before))?.text()).toBe('lazy one');
  const report = (id: string) => worker.dispatch('message', { data: [first.page], source: { id } });
  await report(before.clientId);
  expect(await worker.fetch(first.lazy, {}, before)).toBeUndefined();
  network.clear();
  const opened = { resultingClientId: 'opened', clientId: 'opened' };
  expect(await (await worker.fetch('/market', navigation, opened))?.text()).toBe(first.html);
  await report(opened.clientId);
  expect(await (await worker.fetch(first.lazy, {}, opened))?.text()).toBe('lazy one');
});

it('responds with a kept file when the network is slow or fails', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  const main = '/slices/shell/1/main.js';
  network.set(main, new Response('down', { status: 503 }));
  expect(await (await worker.fetch(main))?.text()).toBe('main');
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => setTimeout(resolve, 5_000)));
  const opened = worker.fetch(main);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await (await opened)?.text()).toBe('main');
});

it('serves a file of the shell without reading the composition', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  await installed(first);
  for (const name of await caches.keys()) await (await caches.open(name)).delete('/');
  network.clear();
  requested.length = 0;
  const restarted = await start(first.content);
  expect(await (await restarted.fetch('/slices/shell/1/main.js'))?.text()).toBe('main');
  expect(requested).toEqual(['/slices/shell/1/main.js']);
});

it('serves files when there is no space, and when the browser removed what was kept', async () => {
  const first = await revisionOf(1, '00000000000000b1', 'one');
  const worker = await installed(first);
  caches.isFull = true;
  expect(await (await worker.fetch(first.page))?.text()).toBe('one');
  caches.isFull = false;
  for (const name of await caches.keys()) await caches.delete(name);
  put(OFFLINE, 'another revision');
  const restarted = await start(first.content);
  expect(await (await restarted.fetch(first.page))?.text()).toBe('one');
  expect(await (await restarted.fetch('/slices/shell/1/main.js'))?.text()).toBe('main');
});
