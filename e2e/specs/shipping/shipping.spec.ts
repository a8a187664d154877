/**
 * One slice is built, published, deployed, promoted and rolled back while visitors use the app.
 * One file: all tests share one built release and one store.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { builtRelease, currentComposition, folderStore } from '@slipway/cli';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { startServing } from '../../support/devServer';
import { home, origin, root, store as storeFolder } from '../../support/server';
import { notesDist, notesSlice, rewordNotes, writeNotes } from '../../support/fixtureSlice';
import {
  makeWorkspace,
  stagingPort,
  stagingSite,
  type CommandResult,
  leaveStaging,
  slipway,
  startSlipway,
} from '../../support/slipwayCli';
import { expectNoSidewaysScroll } from '../../support/layoutAssertions';
import { expect, nightly, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const store = folderStore(storeFolder);
let staging: EnvironmentServer;
/** The releases of Notes that the first test deployed. The store has those of other specs too. */
const deployed: string[] = [];

/** Every file of every release in the store, to the hash of its bytes. */
const artifacts = () =>
  new Map(
    readdirSync(join(storeFolder, 'releases'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );

/** Seconds that a deploy took. */
let deployTime = 0;
/** Killed deploys. */
const ROUNDS = isNightly ? 100 : 1;

const why = ['--reason', 'e2e'];
const notesVersion = async (environment: string) =>
  (await currentComposition(store, environment))?.slices['notes']?.version ?? '';
const shows = (page: Page, sentence: string) =>
  expect(page.getByText(`${sentence}, at /notes.`)).toBeVisible();
/** Marks the document: a new document has no mark. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset['marked'] = 'yes';
  });
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset['marked'] === 'yes');
const openMarketplace = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Marketplace' }).click();

test.beforeAll(async () => {
  test.setTimeout(180_000); // runs the command line several times
  makeWorkspace();
  // Before the promotion, which asks the backend through this server for the migrations that slices need.
  staging = await serveEnvironment('staging', stagingPort);
  await slipway('promote', '--all', '--from', 'local', '--to', 'staging', ...why);
});
test.afterAll(async () => {
  await leaveStaging();
  await staging.close();
});

test('ships a changed text while the app is open', async ({ page }) => {
  writeNotes('The first text');
  await slipway('build', notesSlice);
  await slipway('deploy', notesSlice, '--env', 'staging', ...why);
  deployed.push(await notesVersion('staging'));
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'The first text');
  await mark(page);

  const shellBuild = readFileSync(join(root, 'apps/shell/dist/release.json'), 'utf8');
  const before = artifacts();
  const local = await currentComposition(store, 'local');
  const times: Record<string, CommandResult> = {};

  writeNotes('The second text');
  times['build'] = await slipway('build', notesSlice);
  times['publish'] = await slipway('publish', notesSlice, '--env', 'staging');
  times['deploy'] = await slipway('deploy', notesSlice, '--env', 'staging', ...why);
  deployTime = times['deploy'].seconds;
  deployed.push(await notesVersion('staging'));

  // No other file changed, the shell was not built again, and the first environment runs the same composition.
  const after = artifacts();
  expect([...before].filter(([path, hash]) => after.get(path) !== hash)).toEqual([]);
  expect([...after.keys()].filter((path) => !before.has(path) && !path.includes('/releases/notes/'))).toEqual(
    [],
  );
  expect(readFileSync(join(root, 'apps/shell/dist/release.json'), 'utf8')).toBe(shellBuild);
  expect(await currentComposition(store, 'local')).toEqual(local);

  // The open page keeps its release …
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.goBack();
  await shows(page, 'The first text');
  expect(await isMarked(page)).toBe(true);

  // … until it knows the newer one and the visitor opens another page.
  const checked = page.waitForResponse('**/slipway.json');
  // A page asks at most once in five seconds.
  let isChecked = false;
  void checked.then(() => (isChecked = true));
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return isChecked;
    })
    .toBe(true);
  await (await checked).finished();
  await shows(page, 'The first text');
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'The second text');

  times['promote'] = await slipway('promote', 'notes', '--from', 'staging', '--to', 'local', ...why);
  await page.goto(`${origin}/notes`);
  await shows(page, 'The second text');

  times['roll back'] = await slipway('rollback', 'notes', '--env', 'staging', ...why);
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'The first text');
  await page.goto(`${origin}/notes`);
  await shows(page, 'The second text');
  await slipway('deploy', 'notes', '--remove', '--env', 'local', ...why);

  const seconds = (names: string[]) =>
    names.reduce((sum, name) => sum + (times[name]?.seconds ?? 0), 0).toFixed(1);
  console.log(
    [
      ...Object.keys(times).map((name) => `${name.padEnd(10)} ${seconds([name])} s`),
      `from a changed text to live: ${seconds(['build', 'publish', 'deploy'])} s`,
    ].join('\n'),
  );
  const ran = await slipway('history', '--env', 'staging', '--limit', '2');
  const history = ran.data as { changes: { app: string }[] }[];
  expect(history.map(({ changes }) => changes.map(({ app }) => app))).toEqual([['notes'], ['notes']]);
});

nightly('an old revision opens on this machine as it was', async ({ page }) => {
  const { data } = await slipway('history', '--env', 'staging', '--limit', '2');
  const [, second] = data as { revision: number }[];
  const old = await startServing(root, 'open', '--env', 'staging', '--revision', String(second?.revision));
  await page.goto(`${old.origin}/notes`);
  await shows(page, 'The second text');
  await expect(page).toHaveTitle(new RegExp(stagingSite.name));
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  // An open page still loads files when it is idle.
  await page.goto('about:blank');
  expect(await old.stop()).toBe(0);
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'The first text');
});

test('a canary keeps each browser on its side; both sides load alike; a larger share moves none back; abort returns all', async ({
  browser,
}) => {
  rewordNotes('The second text', 'Text of a canary');
  await slipway('canary', notesSlice, '--env', 'staging', '--percent', '50', ...why);
  /** The files of the slice that the last page requested, and how many of them the document preloaded. */
  let loaded = { versions: 0, files: 0, preloaded: 0 };
  const readLoaded = (page: Page) =>
    page.evaluate(() => {
      const entries = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/slices/notes/')) as PerformanceResourceTiming[];
      const names = new Set(entries.map(({ name }) => name));
      return {
        versions: new Set([...names].map((name) => name.split('/slices/notes/')[1]?.split('/')[0])).size,
        files: names.size,
        preloaded: new Set(
          entries.filter(({ initiatorType }) => initiatorType === 'link').map(({ name }) => name),
        ).size,
      };
    });
  /** Whether a new page of this visitor shows the canary. */
  const isCanary = async (visitor: BrowserContext): Promise<boolean> => {
    const page = await visitor.newPage();
    await page.goto(`${staging.origin}/notes`);
    const sentence = page.getByText(/, at \/notes\.$/);
    await expect(sentence).toBeVisible({ timeout: 20_000 });
    const text = await sentence.textContent();
    loaded = await readLoaded(page);
    await page.close();
    return text?.startsWith('Text of a canary') ?? false;
  };
  const sides = { canary: [] as BrowserContext[], stable: [] as BrowserContext[] };
  /** Visitors on each side. */
  const each = isNightly ? 2 : 1;
  for (let count = 0; count < 24 && (sides.canary.length < each || sides.stable.length < each); count += 1) {
    const visitor = await browser.newContext();
    sides[(await isCanary(visitor)) ? 'canary' : 'stable'].push(visitor);
    expect(loaded).toEqual({ versions: 1, files: 2, preloaded: 2 });
  }
  const some = [...sides.canary.slice(0, each), ...sides.stable.slice(0, each)];
  const read = async () => {
    const read: boolean[] = [];
    for (const visitor of some) read.push(await isCanary(visitor));
    return read;
  };
  const isOnCanary = some.map((_, index) => index < each);
  expect(some).toHaveLength(2 * each);
  expect(await read()).toEqual(isOnCanary);

  await slipway('canary', 'notes', '--env', 'staging', '--percent', '90', ...why);
  expect((await read()).slice(0, each)).not.toContain(false);

  await slipway('canary', 'notes', '--env', 'staging', '--abort', ...why);
  expect(await read()).not.toContain(true);
  await Promise.all([...sides.canary, ...sides.stable].map((visitor) => visitor.close()));
});

test('a preview is another environment with one changed slice at another address', async ({ page }) => {
  const local = await currentComposition(store, 'local');
  rewordNotes('Text of a canary', 'Text of a preview');
  await slipway('deploy', notesSlice, '--env', 'preview/pr-1', '--base', 'local', ...why);
  const { origin: address } = new URL(origin.replace('127.0.0.1', 'pr-1.localhost'));
  await page.goto(`${address}/notes`);
  await shows(page, 'Text of a preview');
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect((await page.request.get(`${origin}/notes`)).status()).toBe(404);
  expect(await currentComposition(store, 'local')).toEqual(local);
});

test('no artifact contains values of an environment', async () => {
  const { publishable } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as {
    publishable: string;
  };
  const marks = [publishable, staging.origin, origin, ...Object.values(stagingSite)];
  const { shell, slices } = (await currentComposition(store, 'staging')) ?? {};
  const versions = [...deployed, ...[shell, ...Object.values(slices ?? {})].map((part) => part?.version)];
  const released = [...artifacts().keys()].filter(
    (path) =>
      /\.(?:js|css|json|svg)$/.test(path) && versions.some((version) => path.includes(`/${version}/`)),
  );
  expect(released.length).toBeGreaterThan(30);
  const found = released.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return marks.filter((mark) => text.includes(mark)).map((mark) => `${path}: ${mark}`);
  });
  expect(found).toEqual([]);
});

test.describe('the release tools', () => {
  /** The release of the preview, which staging has never run, and one that is only published. */
  let version = '';
  let unlisted = '';
  const file = (of: string) => `/slices/notes/${of}/mf-manifest.json`;

  test.beforeAll(async () => {
    version = await notesVersion('preview-pr-1');
    rewordNotes('Text of a preview', 'Text that is only published');
    await slipway('publish', notesSlice, '--env', 'staging');
    unlisted = (await builtRelease(notesDist)).release.version;
    await slipway('env', 'set', 'staging', 'overrides', JSON.stringify([`notes@${version}`]));
    await slipway('env', 'apply', '--env', 'staging', ...why);
  });

  test('a link runs a listed release, with a banner and Reset, and only where it is listed', async ({
    page,
  }) => {
    await page.goto(`${staging.origin}/notes?slice=notes@${version}`);
    await shows(page, 'Text of a preview');
    const bar = page.getByRole('complementary', { name: 'Overridden releases' });
    await expect(bar).toContainText(
      `notes runs release ${version.slice(0, 8)} instead of the one for everyone.`,
    );
    expect((await page.request.get(staging.origin + file(version))).status()).toBe(200);
    expect((await page.request.get(staging.origin + file(unlisted))).status()).toBe(404);
    expect((await page.request.get(origin + file(version))).status()).toBe(404);
    await bar.getByRole('button', { name: 'Reset' }).click();
    await shows(page, 'The first text');

    await page.goto(`${staging.origin}/notes?slice=notes@${unlisted}`);
    await shows(page, 'The first text');
    await expect(bar).toContainText(
      `notes does not run release ${unlisted.slice(0, 8)} (this environment does not list it)`,
    );
  });

  nightly(
    'show the release of each region, and run another one, from the keyboard at 320 pixels',
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${staging.origin}/notes`);
      await shows(page, 'The first text');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).pressSequentially('releases');
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Releases on this page' });
      await expect(panel).toBeFocused();
      const now = (await currentComposition(store, 'staging'))?.slices['notes'];
      await expect(page.locator('body > [data-tone="info"]', { hasText: 'notes' })).toHaveText(
        `notes ${String(now?.version.slice(0, 8))} · ${String(now?.owner)}`,
      );
      expect(await axeFindings(page)).toEqual([]);
      await expectNoSidewaysScroll(page, 'release tools');

      await panel
        .getByRole('combobox', { name: 'notes' })
        .selectOption({ label: `Listed ${version.slice(0, 8)}` });
      await panel.getByRole('button', { name: 'Copy link' }).press('Enter');
      await expect(page.getByText('Link copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${staging.origin}/notes?slice=notes@${version}`,
      );
      await panel.getByRole('button', { name: 'Load with these releases' }).press('Enter');
      await shows(page, 'Text of a preview');
      await page.goto(`${staging.origin}/notes?releases`);
      await expect(page.locator('body > [data-tone="warning"]')).toContainText(
        `notes ${version.slice(0, 8)}`,
      );
      await panel.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(page.locator('body > [data-tone]')).toHaveCount(0);
    },
  );

  test('load nothing where the environment has none', async ({ page }) => {
    await page.goto(`${origin}/marketplace?releases&slice=marketplace@${version}`);
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Releases on this page' })).toHaveCount(0);
    await expect(page.locator('[data-region]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
  });
});

test.describe("a slice from the developer's machine", () => {
  const machine = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    const types: Record<string, string> = { '.js': 'text/javascript', '.json': 'application/json' };
    try {
      const bytes = readFileSync(join(notesDist, path));
      response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'access-control-allow-origin': '*',
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  const machineOrigin = `http://localhost:${String(stagingPort + 1)}`;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    await new Promise<void>((resolve) => machine.listen(stagingPort + 1, 'localhost', resolve));
    rewordNotes('Text that is only published', 'Text of my machine');
  });
  test.afterAll(() => {
    machine.closeAllConnections();
    machine.close();
  });

  test('runs where the environment allows it, with a banner, until Reset', async ({ page }) => {
    await page.goto(`${staging.origin}/notes?slice=notes@${machineOrigin}`);
    await shows(page, 'Text of my machine');
    const bar = page.getByRole('complementary', { name: 'Overridden releases' });
    await expect(bar).toContainText(`notes runs from ${machineOrigin}.`);
    await openMarketplace(page);
    await expect(bar).toBeInViewport();
    await page.goto(`${staging.origin}/notes`);
    await shows(page, 'Text of my machine');
    await bar.getByRole('button', { name: 'Reset' }).click();
    await shows(page, 'The first text');
    await expect(bar).toHaveCount(0);
  });

  test('is ignored where the environment does not allow it', async ({ page }) => {
    await page.goto(`${origin}/marketplace?slice=marketplace@${machineOrigin}`);
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    await expect(page.getByText('Reset')).toHaveCount(0);
  });

  test.describe('that does not respond', () => {
    test.use({ expectedErrors: /ERR_CONNECTION_REFUSED|Failed to load resource/ });
    nightly('leaves the released one, with a banner and Reset', async ({ page }) => {
      await page.goto(`${staging.origin}/notes?slice=notes@http://localhost:9`);
      await shows(page, 'The first text');
      const bar = page.getByRole('complementary', { name: 'Overridden releases' });
      await expect(bar).toContainText('notes could not be loaded from http://localhost:9');
      await bar.getByRole('button', { name: 'Reset' }).click();
      await expect(bar).toHaveCount(0);
    });
  });
});

test('the app stays complete when deploys are killed', async ({ page }) => {
  test.setTimeout(60_000 + ROUNDS * 15_000); // a deploy and a page take long on a busy machine
  const [first = '', second = ''] = deployed;
  expect(second).not.toBe(first);
  let [longest, finished] = [deployTime * 1_000, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const version = (await notesVersion('staging')) === first ? second : first;
    const deploy = startSlipway('deploy', `notes@${version}`, '--env', 'staging', ...why);
    await pause(Math.random() * longest);
    const isFinished = deploy.exitCode === 0;
    deploy.kill('SIGKILL');
    await page.goto(`${staging.origin}/notes`);
    await expect(page.getByText(/^The (?:first|second) text, at \/notes\.$/)).toBeVisible();
    // On any machine, one in three finishes: the others are killed at all moments of a deploy.
    if (isFinished) finished += 1;
    longest *= isFinished ? 0.8 : 1.1;
    // The next one would only wait for the killed one, three seconds.
    rmSync(join(storeFolder, 'turns'), { recursive: true, force: true });
  }
  if (isNightly) expect(finished).toBeGreaterThan(0);
});
