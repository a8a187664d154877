/** A browser that cannot load a release falls back to the last one that worked there, if the composition allows it. */
import type { Page } from '@playwright/test';
import { builtRelease, currentComposition, findWorkspace, folderStore, selectionOf } from '@slipway/cli';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { root, store as storeFolder } from '../../support/server';
import { buildNotes, notesDist, rewordNotes } from '../../support/fixtureSlice';
import { deployTo } from '../../support/localEnvironment';
import { env, leaveStaging, makeWorkspace, stagingPort } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({
  expectedErrors:
    /slice failed|integrity|Failed to load resource|Failed to fetch|Federation Runtime|RUNTIME-/,
});

let staging: EnvironmentServer;
let newest = '';

const shows = (page: Page, sentence: string) =>
  expect(page.getByText(`${sentence}, at /notes.`)).toBeVisible({ timeout: 10_000 });
/** Makes the newest release unavailable to this page, and nothing else. */
const blockNewest = (page: Page) =>
  page.route(`**/slices/notes/${newest}/**`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
/** As the command line does, which shipping.spec.ts runs. */
const deployToStaging = (change: Omit<Parameters<typeof deployTo>[1], 'reason'>) =>
  deployTo(findWorkspace(root, env).environment('staging'), { ...change, reason: 'e2e' });
/** The sentence of the last build, unless it is code. */
let built: string | undefined;
/** Deploys a release with another sentence, which needs another build only when there is code in it. */
async function ship(sentence: string, hasFallback = true): Promise<void> {
  const isCode = sentence.startsWith('{');
  if (built !== undefined && !isCode) rewordNotes(built, sentence);
  else buildNotes((source) => source.replace('A slice the shell had never heard of', sentence));
  built = isCode ? undefined : sentence;
  const notes = await builtRelease(notesDist);
  newest = notes.release.version;
  await deployToStaging({
    candidates: [notes],
    edits: { stable: new Map([['notes', newest]]) },
    ...(!hasFallback && { withoutFallback: new Set(['notes']) }),
  });
}

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds a slice and deploys it
  makeWorkspace();
  staging = await serveEnvironment('staging', stagingPort);
  const local = await currentComposition(folderStore(storeFolder), 'local');
  await deployToStaging({ edits: { base: selectionOf(local) } });
  await ship('Text that worked');
});
test.afterAll(async () => {
  await leaveStaging();
  await staging.close();
});

test('loads one new document, keeps the fallback in this tab, and tries the new release in another', async ({
  page,
  context,
}) => {
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'Text that worked');
  await ship('The next text');

  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await blockNewest(page);
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'Text that worked');
  expect(documents).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: 'Marketplace' }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.goBack();
  await shows(page, 'Text that worked');
  expect(documents).toBe(2);

  const other = await context.newPage();
  await other.goto(`${staging.origin}/notes`);
  await shows(other, 'The next text');
});

test('falls back for a first-time visitor too, also when the page throws (D2)', async ({ page }) => {
  await blockNewest(page);
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'Text that worked');
  await page.unroute(`**/slices/notes/${newest}/**`);

  const lastGood = newest;
  await ship('{String((undefined as never as { text: string }).text)}');
  const records: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('slice failed')) records.push(message.text());
  });
  await page.evaluate(() => {
    sessionStorage.clear();
  });
  await page.goto(`${staging.origin}/notes`);
  await shows(page, 'The next text');
  expect(records).toHaveLength(1);
  expect(JSON.parse(records[0]?.replace('slice failed ', '') ?? '')).toMatchObject({
    ...{ slice: 'notes', version: newest, phase: 'render', part: 'page' },
    reason: expect.stringContaining('undefined'),
  });
  expect(lastGood).not.toBe(newest);
});

nightly('without a fallback shows an error, and can try again', async ({ page }) => {
  await ship('Text after a leak', false);
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load “Notes”' });
  await blockNewest(page);
  await page.goto(`${staging.origin}/notes`);
  await expect(failure).toBeVisible({ timeout: 10_000 });

  await page.unroute(`**/slices/notes/${newest}/**`);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await shows(page, 'Text after a leak');
});

nightly('trying again takes a newer composition (D9)', async ({ page }) => {
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load “Notes”' });
  await blockNewest(page);
  await page.goto(`${staging.origin}/notes`);
  await expect(failure).toBeVisible({ timeout: 10_000 });
  await ship('Text that repairs', false);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await shows(page, 'Text that repairs');
});
