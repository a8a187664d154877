/** A slice is shipped alone: built, published, deployed, promoted and rolled back while people use the app. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { currentComposition, folderStore } from '@slipway/cli';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { home, origin, root, store as storeFolder } from '../../support/server';
import { notesDist, notesSlice, writeNotes } from '../../support/fixtureSlice';
import {
  makeWorkspace,
  stagingPort,
  stagingSite,
  type CommandResult,
  slipway,
  startSlipway,
} from '../../support/slipwayCli';
import { expect, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const store = folderStore(storeFolder);
let staging: EnvironmentServer;

/** Every file of every release in the store, to the hash of its bytes. */
const artifacts = () =>
  new Map(
    readdirSync(join(storeFolder, 'slices'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );

const why = ['--reason', 'e2e'];
const says = (page: Page, sentence: string) =>
  expect(page.getByText(`${sentence}, at /notes.`)).toBeVisible();
/** Set in a document, gone with it. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset['marked'] = 'yes';
  });
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset['marked'] === 'yes');
const openMarketplace = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Marketplace' }).click();

test.beforeAll(async () => {
  makeWorkspace();
  // The server first: slices that need a migration ask the backend for it through it.
  staging = await serveEnvironment('staging', stagingPort);
  await slipway('promote', '--all', '--from', 'local', '--to', 'staging', ...why);
});
test.afterAll(() => staging.close());

test('a word is changed and shipped while the app is open', async ({ page }) => {
  writeNotes('The first words');
  await slipway('build', notesSlice);
  await slipway('deploy', notesSlice, '--env', 'staging', ...why);
  await page.goto(`${staging.origin}/notes`);
  await says(page, 'The first words');
  await mark(page);

  const shellBuild = readFileSync(join(root, 'apps/shell/dist/release.json'), 'utf8');
  const before = artifacts();
  const local = await currentComposition(store, 'local');
  const times: Record<string, CommandResult> = {};

  writeNotes('Other words');
  times['build'] = await slipway('build', notesSlice);
  times['publish'] = await slipway('publish', notesSlice, '--env', 'staging');
  times['deploy'] = await slipway('deploy', notesSlice, '--env', 'staging', ...why);

  // Nobody else's bytes changed, the shell was not built again, the first environment runs what it ran.
  const after = artifacts();
  expect([...before].filter(([path, hash]) => after.get(path) !== hash)).toEqual([]);
  expect([...after.keys()].filter((path) => !before.has(path) && !path.includes('/slices/notes/'))).toEqual(
    [],
  );
  expect(readFileSync(join(root, 'apps/shell/dist/release.json'), 'utf8')).toBe(shellBuild);
  expect(await currentComposition(store, 'local')).toEqual(local);

  // The open page goes on with what it has …
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.goBack();
  await says(page, 'The first words');
  expect(await isMarked(page)).toBe(true);

  // … until it has heard of the newer one, and the person goes to another page.
  const heard = page.waitForResponse('**/slipway.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await heard).finished();
  await says(page, 'The first words');
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  await page.goto(`${staging.origin}/notes`);
  await says(page, 'Other words');

  times['promote'] = await slipway('promote', 'notes', '--from', 'staging', '--to', 'local', ...why);
  await page.goto(`${origin}/notes`);
  await says(page, 'Other words');

  times['roll back'] = await slipway('rollback', 'notes', '--env', 'staging', ...why);
  await page.goto(`${staging.origin}/notes`);
  await says(page, 'The first words');
  await page.goto(`${origin}/notes`);
  await says(page, 'Other words');
  await slipway('deploy', 'notes', '--remove', '--env', 'local', ...why);

  const seconds = (names: string[]) =>
    names.reduce((sum, name) => sum + (times[name]?.seconds ?? 0), 0).toFixed(1);
  console.log(
    [
      ...Object.keys(times).map((name) => `${name.padEnd(10)} ${seconds([name])} s`),
      `from a changed word to live: ${seconds(['build', 'publish', 'deploy'])} s`,
    ].join('\n'),
  );
  const ran = await slipway('history', '--env', 'staging', '--limit', '2');
  const history = ran.data as { changes: { app: string }[] }[];
  expect(history.map(({ changes }) => changes.map(({ app }) => app))).toEqual([['notes'], ['notes']]);
});

test('a canary: each browser stays on its side, a growing share sends nobody back, abort returns everyone', async ({
  browser,
}) => {
  writeNotes('The words of a canary');
  await slipway('build', notesSlice);
  await slipway('canary', notesSlice, '--env', 'staging', '--percent', '50', ...why);
  /** Whether a visitor reads the canary's words; the page is loaded anew. */
  const isCanary = async (visitor: BrowserContext): Promise<boolean> => {
    const page = await visitor.newPage();
    await page.goto(`${staging.origin}/notes`);
    const sentence = page.getByText(/, at \/notes\.$/);
    await expect(sentence).toBeVisible({ timeout: 20_000 });
    const words = await sentence.textContent();
    await page.close();
    return words?.startsWith('The words of a canary') ?? false;
  };
  const sides = { canary: [] as BrowserContext[], stable: [] as BrowserContext[] };
  for (let count = 0; count < 24 && (sides.canary.length < 2 || sides.stable.length < 2); count += 1) {
    const visitor = await browser.newContext();
    sides[(await isCanary(visitor)) ? 'canary' : 'stable'].push(visitor);
  }
  const some = [...sides.canary.slice(0, 2), ...sides.stable.slice(0, 2)];
  const read = async () => {
    const read: boolean[] = [];
    for (const visitor of some) read.push(await isCanary(visitor));
    return read;
  };
  expect(await read()).toEqual([true, true, false, false]);

  await slipway('canary', 'notes', '--env', 'staging', '--percent', '90', ...why);
  expect((await read()).slice(0, 2)).toEqual([true, true]);

  await slipway('canary', 'notes', '--env', 'staging', '--abort', ...why);
  expect(await read()).toEqual([false, false, false, false]);
  await Promise.all([...sides.canary, ...sides.stable].map((visitor) => visitor.close()));
});

test('a preview is another environment with one slice changed, at an address of its own', async ({
  page,
}) => {
  const local = await currentComposition(store, 'local');
  writeNotes('The words of a preview');
  await slipway('build', notesSlice);
  await slipway('deploy', notesSlice, '--env', 'preview/pr-1', '--base', 'local', ...why);
  const { origin: address } = new URL(origin.replace('127.0.0.1', 'pr-1.localhost'));
  await page.goto(`${address}/notes`);
  await says(page, 'The words of a preview');
  await openMarketplace(page);
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect((await page.request.get(`${origin}/notes`)).status()).toBe(404);
  expect(await currentComposition(store, 'local')).toEqual(local);
});

test('nothing of an environment is in any artifact', () => {
  const { publishable } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as {
    publishable: string;
  };
  const marks = [publishable, staging.origin, origin, ...Object.values(stagingSite)];
  const released = [...artifacts().keys()].filter((path) => /\.(?:js|css|json|svg)$/.test(path));
  expect(released.length).toBeGreaterThan(30);
  const found = released.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return marks.filter((words) => text.includes(words)).map((words) => `${path}: ${words}`);
  });
  expect(found).toEqual([]);
});

test.describe('a slice from the own machine', () => {
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
    await new Promise<void>((resolve) => machine.listen(stagingPort + 1, 'localhost', resolve));
    writeNotes('Words of my machine');
    await slipway('build', notesSlice);
  });
  test.afterAll(() => {
    machine.closeAllConnections();
    machine.close();
  });

  test('runs where the environment allows it, is always named, and one press ends it', async ({ page }) => {
    await page.goto(`${staging.origin}/notes?slice=notes@${machineOrigin}`);
    await says(page, 'Words of my machine');
    const bar = page.getByRole('complementary', { name: 'From your machine' });
    await expect(bar).toContainText(`notes runs from ${machineOrigin}.`);
    await openMarketplace(page);
    await expect(bar).toBeInViewport();
    await page.goto(`${staging.origin}/notes`);
    await says(page, 'Words of my machine');
    await bar.getByRole('button', { name: 'Reset' }).click();
    await says(page, 'The first words');
    await expect(bar).toHaveCount(0);
  });

  test('is not taken where the environment does not allow it', async ({ page }) => {
    await page.goto(`${origin}/marketplace?slice=marketplace@${machineOrigin}`);
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    await expect(page.getByText('Reset')).toHaveCount(0);
  });

  test.describe('that is not there', () => {
    test.use({ expectedErrors: /ERR_CONNECTION_REFUSED|Failed to load resource/ });
    test('leaves the released one, says so, and offers the same way out', async ({ page }) => {
      await page.goto(`${staging.origin}/notes?slice=notes@http://localhost:9`);
      await says(page, 'The first words');
      const bar = page.getByRole('complementary', { name: 'From your machine' });
      await expect(bar).toContainText('notes could not be loaded from http://localhost:9');
      await bar.getByRole('button', { name: 'Reset' }).click();
      await expect(bar).toHaveCount(0);
    });
  });
});

test('a deploy that is killed leaves a whole app', async ({ page }) => {
  const versions = readdirSync(join(storeFolder, 'slices/notes'));
  expect(versions.length).toBeGreaterThan(1);
  for (let round = 0; round < 12; round += 1) {
    const version = versions[round % versions.length] ?? '';
    const deploy = startSlipway('deploy', `notes@${version}`, '--env', 'staging', ...why);
    await pause(Math.random() * 1_200);
    deploy.kill('SIGKILL');
    await page.goto(`${staging.origin}/notes`);
    await expect(page.getByText(/, at \/notes\.$/)).toBeVisible();
  }
});
