/** A canary of the shell: each browser keeps its side, which runs completely, and a broken one returns to the other side. */
import type { BrowserContext, Page } from '@playwright/test';
import { currentComposition, folderStore } from '@slipway/cli';
import { arm, distOf, failureRecords, releaseWithFaults } from '../../support/chaos';
import { deployLocally } from '../../support/localEnvironment';
import { store } from '../../support/server';
import { expect, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ expectedErrors: /slice failed|chaos: start/ });

let [stable, canary] = ['', ''];

const give = (percent: number | undefined, reason: string) =>
  deployLocally({
    edits: {
      canaries: new Map([['shell', percent === undefined ? undefined : { version: canary, percent }]]),
    },
    reason,
  });

test.beforeAll(async () => {
  const candidate = await releaseWithFaults('shell', distOf('shell'));
  canary = candidate.release.version;
  stable = (await currentComposition(folderStore(store), 'local'))?.shell.version ?? '';
  await deployLocally({
    candidates: [candidate],
    edits: { canaries: new Map([['shell', { version: canary, percent: 50 }]]) },
    reason: 'a new shell for some',
  });
});
test.afterAll(() => give(undefined, 'the shell as before'));

/**
 * Opens pages of the shell and of a slice. Returns the version of the shell. Its code and styles are those of no other one;
 * icons are the stable shell's.
 */
async function shellOf(page: Page): Promise<string> {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Browse Agents' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search agents' })).toBeVisible();
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter(
        (path) => /^\/slices\/shell\/.*\.(?:js|css|woff2)$/.test(path) && !path.includes('choose-shell.'),
      ),
  );
  const [version = '', ...others] = new Set(files.map((path) => path.split('/')[3] ?? ''));
  expect(others, files.join('\n')).toEqual([]);
  return version;
}

async function sideOf(visitor: BrowserContext): Promise<string> {
  const page = await visitor.newPage();
  const version = await shellOf(page);
  const chosen = await page.evaluate(() => document.documentElement.dataset['shell']);
  expect(version).toBe(chosen === 'canary' ? canary : stable);
  await page.close();
  return version;
}

test('keeps each browser on its side; a canary that does not start returns to the other; an end returns all', async ({
  browser,
}) => {
  const sides = new Map<string, BrowserContext>();
  for (let count = 0; count < 24 && sides.size < 2; count += 1) {
    const visitor = await browser.newContext();
    const side = await sideOf(visitor);
    if (sides.has(side)) await visitor.close();
    else sides.set(side, visitor);
  }
  const [first, second] = [stable, canary].map((side) => sides.get(side));
  if (!first || !second) throw new Error('24 visitors are all on one side');
  expect(await sideOf(first)).toBe(stable);
  await give(99, 'more');
  expect(await sideOf(second)).toBe(canary);

  const page = await second.newPage();
  const failures = failureRecords(page);
  await arm(page, 'shell', 'evaluate entry');
  expect(await shellOf(page)).toBe(stable); // without a reload by hand
  expect(failures()).toEqual([
    expect.objectContaining({ slice: 'shell', version: canary, phase: 'evaluate', part: 'shell' }),
  ]);
  await page.close();

  await give(undefined, 'no more');
  expect(await sideOf(second)).toBe(stable);
  await Promise.all([first.close(), second.close()]);
});
