/**
 * The service worker and the script that chooses a shell, when a canary of the shell ends. Those of the canary are broken
 * here: they may run for no visitor before everyone has the release, and must harm none then. Nightly: the other tests cover
 * each part, and this one builds a shell and deploys it five times.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { builtRelease, type Candidate, currentComposition, folderStore, releaseVersion } from '@slipway/cli';
import { parseRelease } from '@slipway/contracts';
import { distOf, releaseWithFaults } from '../../support/chaos';
import { deployLocally } from '../../support/localEnvironment';
import { home, origin, store } from '../../support/server';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'deploys a shell five times');
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let [stable, canary] = ['', ''];
let candidate: Candidate;
const BROKEN = 'throw new Error("chaos: of the canary");';

/** A shell whose own worker and chooser throw. */
async function brokenShell(): Promise<Candidate> {
  await releaseWithFaults('shell', distOf('shell'));
  const folder = join(home, 'chaos', 'shell');
  const file = join(folder, 'release.json');
  const release = parseRelease(JSON.parse(readFileSync(file, 'utf8')));
  if (release.kind !== 'shell') throw new Error('not a shell');
  for (const name of [release.worker, release.chooser]) {
    if (name === undefined) throw new Error('The shell has no worker or chooser');
    const bytes = Buffer.from(BROKEN + readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), bytes);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    release.files[name] = { size: bytes.length, integrity };
  }
  release.version = releaseVersion(release);
  writeFileSync(file, JSON.stringify(release));
  return builtRelease(folder);
}

const give = (percent: number | undefined, reason: string) =>
  deployLocally({
    candidates: [candidate],
    edits: {
      canaries: new Map([['shell', percent === undefined ? undefined : { version: canary, percent }]]),
    },
    reason,
  });

test.beforeAll(async () => {
  candidate = await brokenShell();
  canary = candidate.release.version;
  stable = (await currentComposition(folderStore(store), 'local'))?.shell.version ?? '';
});
test.afterAll(async () => {
  const edits = { stable: new Map([['shell', stable]]), canaries: new Map([['shell', undefined]]) };
  await deployLocally({ edits, reason: 'the shell as before' });
});

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Deploy AI Agents in Seconds' });

async function opens(page: Page, version: string): Promise<void> {
  await expect(title(page)).toBeVisible({ timeout: 30_000 });
  const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src));
  expect(scripts.filter((src) => /\/slices\/shell\/\w+\/main\./.test(src))).toEqual([
    expect.stringContaining(`/slices/shell/${version}/`),
  ]);
}

/** After a deploy. After four seconds without a document, the worker opens the kept one, of the previous revision. */
const opensAgain = (page: Page, version: string) =>
  expect(async () => {
    await page.reload();
    await opens(page, version);
  }).toPass({ timeout: 90_000 });

/** The paths of a shell's first files that the worker of the current revision keeps; null before it keeps any. */
async function keptOf(page: Page, version: string): Promise<string[] | null> {
  const { revision } = (await currentComposition(folderStore(store), 'local')) ?? { revision: 0 };
  return page.evaluate(
    async ([prefix, base]) => {
      // The cache before it stays for open pages, until the next revision.
      const name = (await caches.keys()).find((each) => each.startsWith(prefix));
      if (name === undefined) return null;
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(base));
    },
    [`slipway-${String(revision)}-`, `/slices/shell/${version}/main.`] as const,
  );
}

/** Waits until the worker of the current revision has its script and its style. */
const untilKept = (page: Page, version: string) =>
  expect.poll(async () => (await keptOf(page, version))?.length, { timeout: 40_000 }).toBe(2);
const workerText = async () => (await fetch(`${origin}/slipway-worker.js`)).text();

/** The app without a network, then with it again. */
async function opensOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await page.reload();
  await expect(title(page)).toBeVisible({ timeout: 30_000 });
  await context.setOffline(false);
}

/** A visitor with a worker, on the canary's side. */
async function canaryVisitor(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  for (let count = 0; count < 10; count += 1) {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto('/');
    await expect(title(page)).toBeVisible({ timeout: 30_000 });
    if ((await page.evaluate(() => document.documentElement.dataset['shell'])) === 'canary')
      return { page, context };
    await context.close();
  }
  throw new Error('10 visitors are all on the stable side of a canary for 99 %');
}

test.use({ expectedErrors: /ERR_|Failed to fetch|offline|session|request failed|chaos|worker/i });

test('an abort leaves nothing of the canary in a browser that had it (18.5)', async ({ browser }) => {
  await give(99, 'a shell with a broken worker and chooser');
  const { page, context } = await canaryVisitor(browser);
  await opens(page, canary);
  await untilKept(page, canary);
  expect(await workerText()).not.toContain(BROKEN);
  await give(undefined, 'aborted');
  expect(await workerText()).not.toContain(BROKEN);
  await opensAgain(page, stable);
  expect(await page.evaluate(() => document.documentElement.dataset['shell'])).toBeUndefined();
  await untilKept(page, stable);
  expect(await keptOf(page, canary)).toEqual([]);
  await opensOffline(page, context);
  await opens(page, stable);
  await context.close();
});

test('a finish with a broken worker and chooser: pages open, and the earlier worker stays (18.5)', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/');
  await opens(page, stable);
  await untilKept(page, stable);
  const edits = { stable: new Map([['shell', canary]]), canaries: new Map([['shell', undefined]]) };
  await deployLocally({ candidates: [candidate], edits, reason: 'finished' });
  expect(await workerText()).toContain(BROKEN);
  await opensAgain(page, canary);
  await opensOffline(page, context);
  await page.reload();
  await opens(page, canary);

  // The next release of the shell brings a worker that works.
  await deployLocally({ edits: { stable: new Map([['shell', stable]]) }, reason: 'the shell before' });
  await opensAgain(page, stable);
  await untilKept(page, stable);
  await opensOffline(page, context);
  await context.close();
});
