/**
 * The service worker: a returning visitor opens the app without a network, always one revision, and it can be removed. One
 * file: all tests share one server and its deploys.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { currentComposition, folderStore } from '@slipway/cli';
import { demo, signIn } from '../../support/accounts';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { deployNotes, editedNotes } from '../../support/fixtureSlice';
import { deployLocally } from '../../support/localEnvironment';
import { store } from '../../support/server';
import { stagingPort } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';

const SENTENCE = 'A slice the shell had never heard of';
const WORKER = '/slipway-worker.js';
/** The document with which the worker opens pages. */
const OFFLINE = '/slipway-offline';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({
  serviceWorkers: 'allow',
  baseURL: `http://127.0.0.1:${String(stagingPort)}`,
  expectedErrors:
    /ERR_|Failed to (?:fetch|load)|slice failed|Loading chunk|RUNTIME-|Federation|a request failed|session|worker|marketplace/i,
});

let server: EnvironmentServer;
let removeNotes: () => Promise<void>;
let first = '';

test.beforeAll(async () => {
  removeNotes = await deployNotes();
  server = await serveEnvironment('local', stagingPort);
  first = (await currentComposition(folderStore(store), 'local'))?.slices.notes?.version ?? '';
});
test.afterAll(async () => {
  await removeNotes();
  await server.close();
});

const shows = (page: Page, sentence: string) =>
  expect(page.getByText(`${sentence}, at /notes.`)).toBeVisible({ timeout: 20_000 });
/** As a link does; visitors see none. */
const followToNotes = (page: Page) =>
  page.evaluate(() => {
    history.pushState(null, '', '/notes');
    dispatchEvent(new PopStateEvent('popstate'));
  });

const currentRevision = async () => (await currentComposition(folderStore(store), 'local'))?.revision ?? 0;

/**
 * Which of the worker's routes have sent the document, and the requests of the page by their path; TypeScript's library does
 * not have the properties yet.
 */
const sourcesOf = (page: Page) =>
  page.evaluate(() => {
    const entries = ['navigation', 'resource'].flatMap(
      (type) =>
        performance.getEntriesByType(type) as (PerformanceEntry & {
          workerMatchedSourceType?: string;
          workerFinalSourceType?: string;
        })[],
    );
    return entries.map(({ name, workerMatchedSourceType, workerFinalSourceType }) => [
      new URL(name).pathname,
      workerMatchedSourceType,
      workerFinalSourceType,
    ]);
  });

/** The kept paths by cache. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await paths(name)] as const)),
    );
  });

/** The paths that the worker of the current revision keeps, once it is there. */
async function keptNow(page: Page): Promise<string[]> {
  const prefix = `slipway-${String(await currentRevision())}-`;
  const kept = Object.entries(await keptBy(page)).find(([name]) => name.startsWith(prefix));
  return kept?.[1] ?? [];
}

/** Waits until the worker keeps files of the slice. */
const untilKept = (page: Page, file: RegExp) =>
  expect
    .poll(async () => (await keptNow(page)).filter((path) => file.test(path)), { timeout: 30_000 })
    .not.toEqual([]);

/**
 * Waits until the newest worker has taken over. Chromium loses a navigation that starts in these milliseconds while a
 * debugger, such as Playwright, is attached to the worker before: it never ends, and the next one does.
 */
const untilTakenOver = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
        return [installing?.state, waiting?.state, active?.state];
      }),
    )
    .toEqual([undefined, undefined, 'activated']);

/** The result of opening a page, which may be lost where a worker takes over. */
const opening = (page: Page) =>
  page.goto('/marketplace', { timeout: 10_000 }).then(
    () => 'opened',
    (error: unknown) => (String(error).includes('Timeout') ? 'lost' : 'failed'),
  );

const notesPage = /\/slices\/notes\/.*NotesPage/;

async function returningVisitor(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/notes');
  await shows(page, SENTENCE);
  await untilKept(page, notesPage);
  return page;
}

test('opens visited pages and the sample catalog without a network', async ({ page, context }) => {
  await page.goto('/notes');
  await shows(page, SENTENCE);
  await untilKept(page, notesPage);
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await untilKept(page, /\/slices\/marketplace\/.*samples/);
  // With a network, the document does not wait for the worker, and the backend's responses do not meet it.
  const sources = await sourcesOf(page);
  expect(sources).toContainEqual(['/marketplace', 'race-network-and-fetch-handler', 'network']);
  expect(sources.filter(([path]) => path?.startsWith('/rest/')).map(([, matched]) => matched)).toEqual(
    expect.arrayContaining(['network']),
  );

  await context.setOffline(true);
  await page.close();
  const returned = await context.newPage();
  await returned.goto('/notes');
  await shows(returned, SENTENCE);
  await expect(returned.getByRole('complementary', { name: 'Connection' })).toContainText('You are offline.');
  await returned.goto('/marketplace');
  await expect(returned.getByText(/sample agents/i).first()).toBeVisible({ timeout: 30_000 });
  await expect(returned.getByRole('heading', { name: 'Sales Assistant' })).toBeVisible();
  // A path that is no page, and one of the backend.
  await expect(returned.goto('/nothing')).rejects.toThrow(/ERR_/);
  await expect(returned.goto('/auth/v1/authorize?provider=github')).rejects.toThrow(/ERR_/);
});

test('an open page keeps its revision; the next document has the new one', async ({ page, context }) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await untilKept(page, /\/slices\/marketplace\//);
  const notes = await editedNotes(SENTENCE, 'The second text');
  await deployLocally({
    candidates: [notes],
    edits: { stable: new Map([['notes', notes.release.version]]) },
    reason: 'second',
  });
  // The worker of the new revision serves the open page too, which has not used this slice yet.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await untilKept(page, /\/slices\/marketplace\//);
  await untilTakenOver(page);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await followToNotes(page);
  await shows(page, SENTENCE);
  expect(documents).toBe(0);

  await page.reload();
  await shows(page, 'The second text');
  await untilKept(page, notesPage);
  await context.setOffline(true);
  await page.reload();
  await shows(page, 'The second text');
  await context.setOffline(false);
  await deployLocally({
    edits: { stable: new Map([['notes', first]]) },
    reason: 'first again',
  });
});

test('an altered file is fetched again, and an altered document is never opened', async ({ context }) => {
  const page = await returningVisitor(context);
  const alter = (path: string, text: string) =>
    page.evaluate(
      async ([path, text]) => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          const found = await cache.match(path);
          if (found) await cache.put(path, new Response(text, { headers: found.headers }));
        }
      },
      [path, text] as const,
    );
  const [file = ''] = (await keptNow(page)).filter((path) => notesPage.test(path));
  await alter(file, 'document.title = "altered"');
  await page.reload();
  await shows(page, SENTENCE);
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path))?.text(), file))
    .toContain(SENTENCE);

  await alter(OFFLINE, '<!doctype html><title>altered</title>');
  await context.setOffline(true);
  await expect(page.reload()).rejects.toThrow(/ERR_/);
});

test('passes requests to the backend on, and keeps nothing of a user', async ({ page }) => {
  await page.goto('/login');
  await untilKept(page, new RegExp(`^${OFFLINE}$`));
  await signIn(page);
  await page.goto('/agents');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilKept(page, /\/slices\/agents\//);
  const link = '/auth/v1/verify?token=none&type=signup';
  await page.goto(link);
  expect(server.requests.filter((path) => path === link)).toHaveLength(1);

  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  const paths = Object.values(await keptBy(page)).flat();
  expect(paths.filter((path) => path !== OFFLINE && !path.startsWith('/slices/'))).toEqual([]);
  const texts = await page.evaluate(async () => {
    const requests = (
      await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    ).flat();
    return Promise.all(requests.map(async (request) => (await caches.match(request))?.text() ?? ''));
  });
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.includes(demo.email) || /"access_token":"/.test(text))).toEqual([]);
});

nightly(
  'a browser without space shows the app, and keeps no part of a revision',
  async ({ page, context }) => {
    const client = await context.newCDPSession(page);
    // Before the first page, which may install the worker at once.
    await client.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 60_000 });
    const asked = server.requests.filter((path) => path === WORKER).length;
    await page.goto('/marketplace');
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    await expect
      .poll(() => server.requests.filter((path) => path === WORKER).length, { timeout: 20_000 })
      .toBeGreaterThan(asked);
    await expect
      .poll(
        async () => [
          Object.keys(await keptBy(page)),
          await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
        ],
        { timeout: 20_000 },
      )
      .toEqual([[], 0]);
  },
);

test('switching it off removes installed workers, also a broken one', async ({ page, context }) => {
  await returningVisitor(context);
  server.replaced.set(
    WORKER,
    `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(Response.error()));`,
  );
  await page.goto('/marketplace');
  // The browser puts its own check for a new worker off while pages open one after another.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => opening(page), { timeout: 60_000 }).toBe('failed');

  await deployLocally({ settings: { serviceWorker: false }, edits: {}, reason: 'off' });
  server.replaced.clear();
  await expect.poll(() => opening(page), { timeout: 60_000 }).toBe('opened');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect(await keptBy(page)).toEqual({});
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);

  // The shell removes what a failed update leaves.
  server.replaced.set(WORKER, '');
  await page.evaluate(() => caches.open('slipway-left'));
  await expect(async () => {
    await page.reload({ timeout: 10_000 });
    await expect.poll(() => keptBy(page), { timeout: 10_000 }).toEqual({}); // when the page is idle
  }).toPass({ timeout: 60_000 });
  server.replaced.clear();
  await deployLocally({ edits: {}, reason: 'on' });
});
