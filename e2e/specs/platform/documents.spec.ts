/** Addresses: which respond with the app and which with 404, and how many round trips a deep link takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentComposition, folderStore } from '@slipway/cli';
import { expect, test } from '../../support/test';
import { cellsOf } from '../../support/tier';
import { isBehindNginx, origin, root, store } from '../../support/server';

test.use({ expectedErrors: /404/ });

/** The last one cannot be decoded. `npm test` opens one page and compares the documents of the others. */
const unknown = ['/agents/1', '/marketplace/x', '/login/extra', '/%F0%9F%92%A5', '/slipway', '/%E0%A4%A'];

for (const path of cellsOf(['/foo', ...unknown], '/%E0%A4%A')) {
  test(`${path} opens the not-found page`, { tag: ['@SHELL-09'] }, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  });
}

for (const path of unknown) {
  test(`${path} has the document of the not-found page, and status 404`, async ({ request }) => {
    const [answer, other] = await Promise.all([request.get(origin + path), request.get(`${origin}/foo`)]);
    expect([answer.status(), await answer.text()]).toEqual([404, await other.text()]);
  });
}

for (const path of [
  '/slices/none/x.js',
  '/slices/',
  '/rest/v2/agents',
  '/auth/v1/none',
  '/missing.js',
  '/favicon.png',
  '/slices/../keys.json',
  '/slices/..%2f..%2fkeys.json',
  '/keys.json',
  '/environments/local/current.json',
]) {
  test(`${path} is a real 404, not the app`, async ({ request }) => {
    const answer = await request.get(origin + path);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).not.toContain('<!doctype html>');
  });
}

test('/slipway.json is the current composition', async ({ request }) => {
  const composition = (await (await request.get(`${origin}/slipway.json`)).json()) as {
    slices: object;
    environment: string;
  };
  expect(composition.environment).toBe('local');
  expect(Object.keys(composition.slices)).toEqual(expect.arrayContaining(['auth', 'marketplace']));
});

test('crawlers and installers find robots, sitemaps, the web manifest and its icons (23)', async ({
  request,
}) => {
  const robots = await (await request.get(`${origin}/robots.txt`)).text();
  const maps = [...robots.matchAll(/^Sitemap: (.+)$/gm)].map(([, address]) => address ?? '');
  expect(maps).toHaveLength(2);
  const pages = await Promise.all(maps.map(async (address) => (await request.get(address)).text()));
  expect(pages.join('')).toContain(`<loc>${origin}/marketplace</loc>`);
  const [, agent = ''] = /<loc>([^<]*\?agent=[^<]*)<\/loc>/.exec(pages.join('')) ?? [];
  const shared = await (await request.get(agent)).text();
  // nginx sends the marketplace's own head: docs/hosting.md.
  expect(shared).toContain(
    `<link rel="canonical" href="${isBehindNginx ? `${origin}/marketplace` : agent}">`,
  );
  const manifest = await request.get(`${origin}/slipway.webmanifest`);
  expect(manifest.headers()['content-type']).toBe('application/manifest+json; charset=utf-8');
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
  expect(icons).toHaveLength(3);
  for (const { src, type } of icons)
    expect((await request.get(origin + src)).headers()['content-type']).toBe(type);
  const favicon = await request.get(`${origin}/favicon.ico`);
  expect(favicon.headers()['content-type']).toBe('image/svg+xml');
  expect(await favicon.body()).toEqual(readFileSync(join(root, 'apps/shell/src/icon.svg')));
});

test('/healthz reports that the app is ready', async ({ request }) => {
  expect(await (await request.get(`${origin}/healthz`)).json()).toEqual({ status: 'ok' });
});

test("the shell's files contain no entry, version or address of a slice", async ({ request }) => {
  const composition = (await (await request.get(`${origin}/slipway.json`)).json()) as {
    slices: Record<string, { version: string; entry: string; base: string; files: Record<string, string> }>;
  };
  const dist = join(root, 'apps/shell/dist');
  const shell = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:js|css|json)$/.test(name))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n');
  expect(shell.length).toBeGreaterThan(100_000);
  for (const slice of Object.values(composition.slices)) {
    // Federation's own two files are called the same in every slice; their addresses are not.
    const files = Object.keys(slice.files).filter((file) => !file.startsWith('mf-'));
    const known = [slice.version, slice.base, slice.base + slice.entry, ...files].filter((text) =>
      shell.includes(text),
    );
    expect(known).toEqual([]);
  }
  expect(shell.includes(origin) || /127\.0\.0\.1:\d/.test(shell)).toBe(false);
});

test('no file of a release contains the path of its build folder', async () => {
  const { shell, slices } = (await currentComposition(folderStore(store), 'local')) ?? {};
  const running = [['shell', shell] as const, ...Object.entries(slices ?? {})];
  const files = running
    .map(([id, part]) => join(store, 'releases', id, part?.version ?? ''))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:js|css|json|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes(root))).toEqual([]);
});

test('a cold deep link takes two round trips to load the code of its page', async ({ page }, testInfo) => {
  // A round trip starts when a response of the one before has arrived.
  const requests: { url: string; start: number; end: number }[] = [];
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const started = new Map<string, { url: string; start: number }>();
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    started.set(requestId, { url: request.url, start: timestamp });
  });
  client.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const begun = started.get(requestId);
    if (begun) requests.push({ ...begun, end: timestamp });
  });
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150)); // a network's latency, which separates the round trips
    await route.continue();
  });
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();

  const document = requests.find(({ url }) => url === `${origin}/marketplace`);
  // Parts that load when the page is idle, which may be before or after it is complete.
  const isIdle = (url: string) => /samples|_rest/.test(url);
  const code = requests.filter(
    ({ url }) => url.includes('/slices/') && !url.endsWith('.svg') && !isIdle(url),
  );
  const firstScriptArrived = Math.min(...code.filter(({ url }) => url.endsWith('.js')).map(({ end }) => end));
  const late = code.filter(({ start }) => start > firstScriptArrived);
  const t0 = document?.start ?? 0;
  const trace = [...requests]
    .sort((a, b) => a.start - b.start)
    .map(
      ({ url, start, end }) =>
        `${((start - t0) * 1000).toFixed(0).padStart(5)} – ${((end - t0) * 1000).toFixed(0).padStart(5)} ms  ${url.replace(origin, '')}`,
    )
    .join('\n');
  testInfo.annotations.push({ type: 'trace', description: trace });
  console.log(`Cold deep link to /marketplace:\n${trace}`);
  expect(late.map(({ url }) => url)).toEqual([]);
  // Each file is fetched once: the page uses its preloaded files.
  expect(new Set(code.map(({ url }) => url)).size).toBe(code.length);
});
