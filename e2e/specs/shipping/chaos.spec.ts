/**
 * * Every fault of every file and of the code of a release: no blank page, a message or a working page in time, usable
 * neighbors, a working release without a manual reload, and one record. The first tier has a sample of the cells. One
 * file, because it is one matrix.
 */
import type { Page } from '@playwright/test';
import { builtRelease, currentComposition, folderStore } from '@slipway/cli';
import type { Composition } from '@slipway/contracts';
import {
  arm,
  type CodeFault,
  codeFaults,
  type DeliveryFault,
  deliveryFaults,
  disturb,
  distOf,
  failureRecords,
  releaseWithFaults,
  START,
} from '../../support/chaos';
import { buildNotes } from '../../support/fixtureSlice';
import { deployLocally } from '../../support/localEnvironment';
import { store } from '../../support/server';
import { expect, signedInTest as test } from '../../support/test';

test.use({ expectedErrors: /./ });

const isNightly = process.env.TEST_TIER === 'nightly';
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

const files = {
  manifest: /\/mf-manifest\.json$/,
  entry: /\/remoteEntry\.\w+\.js$/,
  module: /\/__federation_expose_slice\.\w+\.js$/,
  chunk: /\/src_(?:routes|pages)_\w+\.\w+\.js$/,
};
type File = keyof typeof files;

let plain: Composition;
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
  const notes = buildNotes();
  const first = await releaseWithFaults('notes', notes);
  await deployLocally({
    candidates: [],
    edits: {},
    settings: { timeLimits: limits },
    reason: 'shorter time limits',
  });
  const released = await builtRelease(notes);
  await deployLocally({
    candidates: [released],
    edits: { stable: new Map([['notes', released.release.version]]) },
    reason: 'releases that work',
  });
  plain = await composition();
  const others = [...slices.filter((slice) => slice !== 'notes'), 'shell'];
  const candidates = [first, ...(await Promise.all(others.map((id) => releaseWithFaults(id, distOf(id)))))];
  await deployLocally({
    candidates,
    edits: { stable: new Map(candidates.map(({ release: { id, version } }) => [id, version])) },
    reason: 'releases with faults',
  });
  broken = await composition();
});
test.afterAll(async () => {
  const versions = Object.entries({ shell: plain.shell, ...plain.slices });
  await deployLocally({
    edits: {
      stable: new Map(versions.map(([id, { version }]) => [id, id === 'notes' ? undefined : version])),
    },
    settings: {},
    reason: 'end of the faults',
  });
});

/** Opens the page of a slice. Nothing is awaited but the document: its files may hang. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

const works = async (page: Page, slice: Slice, timeout: number) => {
  const [, role, name] = pages[slice];
  await expect(page.getByRole('main').getByRole(role, { name }).first()).toBeVisible({ timeout });
  await expect(page.getByRole('alert')).toHaveCount(0);
};

const neighborsWork = async (page: Page) => {
  await page.getByRole('banner').getByRole('link', { name: 'Slipway' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deploy AI Agents in Seconds' })).toBeVisible();
};

/** The parts that may be recorded: the loader sees that a container failed to load, and finds out which file. */
const phaseOf = (fault: DeliveryFault) => (fault === 'hanging' ? 'hang' : 'load');

function partOf(file: File, fault: DeliveryFault): string {
  // The loader waits for a page whose chunk hangs.
  if (fault === 'hanging' && file === 'chunk') return 'page';
  // The bytes are the listed ones, so the loader cannot find out which script the browser refused.
  return fault === 'wrong type' ? 'chunk' : file;
}

function deliveryCell(slice: Slice, file: File, fault: DeliveryFault): void {
  test(`${slice}: ${file} ${fault}`, async ({ page }) => {
    const records = failureRecords(page);
    await disturb(page, baseOf(slice), files[file], fault);
    await open(page, pages[slice][0]);
    if (fault === 'slow') {
      await expect(page.getByText('This takes longer than usual').first()).toBeVisible({ timeout: 15_000 });
      await works(page, slice, 10_000);
      expect(records()).toEqual([]);
    } else {
      await works(page, slice, LIMIT + 15_000);
      const record = { slice, version: versionOf(slice), phase: phaseOf(fault), part: partOf(file, fault) };
      // `fetch` reads a manifest of any type.
      const isHarmless = fault === 'wrong type' && file === 'manifest';
      expect(records()).toEqual(isHarmless ? [] : [expect.objectContaining(record)]);
    }
    await neighborsWork(page);
  });
}

function codeCell(slice: Slice, fault: CodeFault): void {
  test(`${slice}: an error in ${fault}`, async ({ page }) => {
    const records = failureRecords(page);
    const uncaught: string[] = [];
    page.on('pageerror', (error) => uncaught.push(error.message));
    await arm(page, fault);
    await open(page, pages[slice][0]);
    if (fault === 'event') await page.getByRole('button', { name: 'chaos' }).click();
    await works(page, slice, 20_000);
    if (fault === 'evaluate' || fault === 'render' || fault === 'effect') {
      const version = versionOf(slice);
      const reason = `chaos: ${fault}`;
      expect(records()).toEqual([
        expect.objectContaining({ slice, version, phase: fault, part: 'page', reason }),
      ]);
    } else {
      // The page stays as it is; `libs/platform/src/health` attributes the error.
      await expect.poll(() => uncaught).toContain(`chaos: ${fault}`);
      expect(records()).toEqual([]);
    }
    await neighborsWork(page);
  });
}

function shellCell(what: string, fault: DeliveryFault | typeof START, file: RegExp, part: string): void {
  test(`shell: ${what} ${fault} (D8)`, async ({ page }) => {
    test.setTimeout(90_000);
    const records = failureRecords(page);
    if (fault === START) await arm(page, fault);
    else await disturb(page, baseOf('shell'), file, fault);
    await open(page, '/?from=chaos#top');
    if (fault === 'hanging' && part === 'shell') {
      await expect(page.getByRole('heading', { name: 'The app hasn’t started' })).toBeVisible({
        timeout: 14_000,
      });
    }
    const title = page.getByRole('heading', { level: 1, name: 'Deploy AI Agents in Seconds' });
    await expect(title).toBeVisible({ timeout: 40_000 });
    await expect(page).toHaveURL(/\/\?from=chaos#top$/);
    await expect(page.locator('#slipway-start')).toHaveCount(0);
    const phase = fault === START ? 'evaluate' : phaseOf(fault);
    expect(records()).toEqual(
      fault === 'slow'
        ? []
        : [expect.objectContaining({ slice: 'shell', version: versionOf('shell'), phase, part })],
    );
    await page.getByRole('link', { name: 'Browse Agents' }).first().click();
    await works(page, 'marketplace', 10_000);
  });
}

const main = /\/main\.\w+\.js$/;
const landing = /\/src_routes_LandingPage_tsx\.\w+\.js$/;

if (isNightly) {
  for (const slice of slices) {
    for (const file of Object.keys(files) as File[]) {
      for (const fault of deliveryFaults) deliveryCell(slice, file, fault);
    }
    for (const fault of codeFaults) codeCell(slice, fault);
  }
  for (const fault of deliveryFaults) {
    shellCell('first script', fault, main, 'shell');
    shellCell('page', fault, landing, fault === 'hanging' ? 'page' : 'chunk');
  }
  shellCell('first script', START, main, 'shell');
} else {
  deliveryCell('marketplace', 'manifest', 'hanging');
  deliveryCell('billing', 'entry', 'truncated');
  deliveryCell('notes', 'chunk', 'slow');
  codeCell('marketplace', 'evaluate');
  codeCell('deployments', 'effect');
  codeCell('billing', 'promise');
  shellCell('first script', 'altered', main, 'shell');
  shellCell('first script', START, main, 'shell');
}
