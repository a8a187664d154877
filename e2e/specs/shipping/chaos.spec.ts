/**
 * Every fault of every file and of the code of a release: no blank page, words in time, usable neighbors, a working release
 * without a manual reload, and one health record. The first tier has a sample of the cells; fallback.spec.ts has a missing
 * file, shellCanary.spec.ts a shell whose code throws. One file, because it is one matrix.
 */
import type { Locator, Page } from '@playwright/test';
import { builtRelease, type Candidate, currentComposition, folderStore, selectionOf } from '@slipway/cli';
import type { Composition, HealthEvent } from '@slipway/contracts';
import {
  arm,
  type CodeFault,
  codeFaults,
  type DeliveryFault,
  deliveryFaults,
  disturb,
  distOf,
  releaseWithFaults,
} from '../../support/chaos';
import { buildNotes, notesDist } from '../../support/fixtureSlice';
import { healthReports } from '../../support/healthReports';
import { deployLocally } from '../../support/localEnvironment';
import { store } from '../../support/server';
import { appStarted, expect, signedInTest as test, test as visitorTest } from '../../support/test';
import { isNightly } from '../../support/tier';

test.use({ expectedErrors: /./ });

/** Milliseconds for each step of loading. */
const LIMIT = 5_000;
const limits = { manifest: LIMIT, entry: LIMIT, module: LIMIT, page: LIMIT, slot: LIMIT };

/** Slice to the page that is opened, and a role and a name in it that its waiting state does not have. */
const pages = {
  agents: ['/agents', 'heading', 'Your agents'],
  auth: ['/signup', 'textbox', 'Email'],
  billing: ['/billing', 'heading', 'Usage by day'],
  deployments: ['/deployments', 'button', 'New Deployment'],
  marketplace: ['/marketplace', 'searchbox', 'Search agents'],
  notes: ['/notes', 'button', 'Write a note'],
} as const;
type Slice = keyof typeof pages;
const slices = Object.keys(pages) as Slice[];
/** The slices whose releases have faults. */
const tested: readonly Slice[] = isNightly ? slices : ['billing', 'deployments', 'marketplace'];

const files = {
  entry: /\/remoteEntry\.\w+\.js$/,
  chunk: /\/src_(?:routes|pages)_\w+\.\w+\.js$/,
};
type File = keyof typeof files;
const shellFiles = { entry: /\/main\.\w+\.js$/, chunk: /\/src_routes_LandingPage_tsx\.\w+\.js$/ };

let plain: Composition | undefined;
let broken: Composition;
const composition = async () => {
  const current = await currentComposition(folderStore(store), 'local');
  if (!current) throw new Error('local runs nothing');
  return current;
};
const baseOf = (slice: string) => (slice === 'shell' ? broken.shell : broken.slices[slice])?.base ?? '';
const versionOf = (slice: string) => (slice === 'shell' ? broken.shell : broken.slices[slice])?.version;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  plain = await composition();
  const run = (candidates: Candidate[], reason: string) => {
    const stable = new Map(candidates.map(({ release: { id, version } }) => [id, version]));
    return deployLocally({ candidates, edits: { stable }, settings: { timeLimits: limits }, reason });
  };
  if (tested.includes('notes')) await run([await builtRelease(buildNotes())], 'releases that work');
  const folders = [...tested, 'shell'].map((id) => [id, id === 'notes' ? notesDist : distOf(id)] as const);
  const faulty = await Promise.all(folders.map(([id, folder]) => releaseWithFaults(id, folder)));
  await run(faulty, 'releases with faults');
  broken = await composition();
  expect(broken.timeLimits).toEqual(limits);
});
test.afterAll(async () => {
  if (plain) await deployLocally({ edits: { base: selectionOf(plain) }, reason: 'end of the faults' });
});

/** The failures and errors that the page's documents have reported. */
async function failuresOf(page: Page): Promise<() => Promise<HealthEvent[]>> {
  const reports = await healthReports(page);
  return async () => (await reports()).filter(({ kind }) => kind === 'failure' || kind === 'error');
}

/** Milliseconds until a page has words, on a machine that runs other tests too. */
const WORDS = 3_000 + 7_000;

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Deploy AI Agents in Seconds' });
const content = (page: Page, slice: Slice) => {
  const [, role, name] = pages[slice];
  return page.getByRole('main').getByRole(role, { name }).first();
};

/** Opens a page. Nothing is awaited but the document, whose files may hang, and its text. */
async function open(page: Page, path: string, expected: Locator): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  const words = [
    expected,
    page.getByText('This takes longer than usual'),
    page.getByRole('main').getByRole('alert'),
    page.getByRole('heading', { name: 'The app hasn’t started' }),
  ].reduce((some, other) => some.or(other));
  await expect(words.first()).toBeVisible({ timeout: WORDS });
  // A prerendered page shows its text before the app loads the slice.
  await appStarted(page);
}

async function works(page: Page, expected: Locator, timeout: number): Promise<void> {
  await expect(expected).toBeVisible({ timeout });
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The shell's landing page, and a page of another slice. */
async function neighborsWork(page: Page, slice: Slice): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Slipway' }).first().click();
  await expect(title(page)).toBeVisible();
  if (slice === 'marketplace') return;
  await page.getByRole('link', { name: 'Browse Agents' }).first().click();
  await works(page, content(page, 'marketplace'), 10_000);
}

const phaseOf = (fault: DeliveryFault) => (fault === 'hanging' ? 'hang' : 'load');

function partOf(file: File, fault: DeliveryFault): string {
  // The loader waits for a page whose chunk hangs.
  if (fault === 'hanging' && file === 'chunk') return 'page';
  // The bytes are the listed ones, so the loader cannot find out which script the browser blocked.
  return fault === 'wrong type' ? 'chunk' : file;
}

/** The sign-up page is for visitors. */
const testOf = (slice: Slice) => (slice === 'auth' ? visitorTest : test);

function deliveryCell(slice: Slice, file: File, fault: DeliveryFault): void {
  testOf(slice)(`${slice}: ${file} ${fault}`, async ({ page }) => {
    const failures = await failuresOf(page);
    await disturb(page, baseOf(slice), files[file], fault);
    await open(page, pages[slice][0], content(page, slice));
    await works(page, content(page, slice), LIMIT + 15_000);
    await neighborsWork(page, slice);
    const record = { slice, version: versionOf(slice), phase: phaseOf(fault), part: partOf(file, fault) };
    expect(await failures()).toEqual(fault === 'slow' ? [] : [expect.objectContaining(record)]);
  });
}

function codeCell(slice: Slice, fault: CodeFault): void {
  testOf(slice)(`${slice}: an error in ${fault}`, async ({ page }) => {
    const failures = await failuresOf(page);
    await arm(page, slice, fault);
    await open(page, pages[slice][0], content(page, slice));
    if (fault === 'event') await page.getByRole('button', { name: 'chaos' }).click();
    await works(page, content(page, slice), 20_000);
    await neighborsWork(page, slice);
    const [phase = '', part = 'page'] = fault.split(' ');
    const isFailure = ['evaluate', 'render', 'effect'].includes(phase);
    // After another error, the page stays as it is.
    const record = isFailure ? { kind: 'failure', part } : { kind: 'error', route: pages[slice][0] };
    expect(await failures()).toEqual([
      expect.objectContaining({ slice, version: versionOf(slice), phase, ...record }),
    ]);
  });
}

function shellCell(fault: DeliveryFault | CodeFault, file: keyof typeof shellFiles): void {
  test(`shell: ${file} ${fault} (D8)`, async ({ page }) => {
    test.setTimeout(90_000);
    const failures = await failuresOf(page);
    const isDelivery = deliveryFaults.includes(fault as DeliveryFault);
    if (isDelivery) await disturb(page, baseOf('shell'), shellFiles[file], fault as DeliveryFault);
    else await arm(page, 'shell', fault as CodeFault);
    await page.goto('/?from=chaos#top', { waitUntil: 'commit' });
    if (fault === 'hanging' && file === 'entry') {
      const message = page.getByRole('heading', { name: 'The app hasn’t started' });
      await expect(message).toBeVisible({ timeout: 14_000 });
    }
    if (fault === 'event') await page.getByRole('button', { name: 'chaos' }).click();
    // The document has the title in advance, too.
    await expect(page.locator(':root[data-start="done"]')).toHaveCount(1, { timeout: 40_000 });
    await expect(page.locator('#slipway-start')).toHaveCount(0);
    await expect(title(page)).toBeVisible({ timeout: 40_000 });
    await expect(page).toHaveURL(/\/\?from=chaos#top$/);
    await page.getByRole('link', { name: 'Browse Agents' }).first().click();
    await works(page, content(page, 'marketplace'), 10_000);
    const [code = ''] = fault.split(' ');
    const phase = isDelivery ? phaseOf(fault as DeliveryFault) : code;
    const record = { slice: 'shell', version: versionOf('shell'), phase };
    expect(await failures()).toEqual(fault === 'slow' ? [] : [expect.objectContaining(record)]);
  });
}

if (isNightly) {
  for (const slice of slices) {
    for (const file of Object.keys(files) as File[]) {
      for (const fault of deliveryFaults) deliveryCell(slice, file, fault);
    }
    for (const fault of [...codeFaults, 'evaluate entry', 'evaluate module'] as const) codeCell(slice, fault);
  }
  for (const fault of [...deliveryFaults, 'evaluate entry'] as const) shellCell(fault, 'entry');
  for (const fault of [...deliveryFaults, ...codeFaults]) shellCell(fault, 'chunk');
} else {
  deliveryCell('marketplace', 'entry', 'hanging');
  deliveryCell('billing', 'entry', 'truncated');
  codeCell('deployments', 'effect');
  shellCell('altered', 'entry');
}
