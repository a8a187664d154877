/** The search that the document of `/marketplace` shows before the app has started: its loading state, and its field. */
import type { Page } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import {
  expectNothingShown,
  expectStillTakeover,
  heading,
  isOver,
  isParsed,
  largestPaints,
  openEarly,
  place,
  watch,
} from '../../support/prerendered';
import { nextFrames } from '../../support/frames';
import { expect, nightly, signedInTest, test } from '../../support/test';
import { cellsOf } from '../../support/tier';

const path = '/marketplace';
const search = (page: Page) => page.getByRole('searchbox');

test('without the app, the search has its heading, its field and a loading state (23)', async ({ page }) => {
  await openEarly(page, path);
  await expect(heading(page)).toHaveText(['Marketplace']);
  await expect(search(page)).toBeEditable();
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  const controls = await page.getByRole('main').getByRole('button').all();
  expect(controls).not.toEqual([]);
  for (const control of controls) await expect(control).toBeDisabled();
});

signedInTest('a user sees it with the header and the filters of users (23)', async ({ page }) => {
  const release = await openEarly(page, path, { hasData: true });
  await expect(heading(page)).toHaveText(['Marketplace']);
  await expect(page.getByRole('banner')).toHaveCount(1);
  // Links of a user depend on the composition.
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Slipway']);
  await expect(page.getByRole('button', { name: 'Favorites' })).toBeDisabled();
  await expect(place(page).getByText('Customer Support Bot')).toBeVisible();
  release();
  await isOver(page);
  await expect(page.getByRole('button', { name: 'Favorites' })).toBeEnabled();
  await expect(page.locator('article')).toHaveCount(6);
});

/** Pixels: below it, the header has the links of the user. */
const BAR = 61;
signedInTest(
  'the app takes over the search of a user in one frame and moves nothing (23)',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await expectStillTakeover(page, path, BAR);
  },
);

nightly('axe finds nothing in the search before the app has started', async ({ page }) => {
  await openEarly(page, path);
  await expect(place(page)).toBeVisible();
  expect(
    await axeFindings(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
  ).toEqual([]);
});

const narrowDark = [390, 'dark'] as const;
const wideLight = [1280, 'light'] as const;
/** In `npm test`, prerendered.spec.ts and prerenderedForms.spec.ts have a page each. */
for (const [width, colorScheme] of [narrowDark, wideLight]) {
  nightly(
    `the app takes over the search in one frame and moves nothing: ${String(width)} px, ${colorScheme}`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectStillTakeover(page, path);
    },
  );
}

nightly('the app paints nothing larger than the document of the search', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { first, last } = await largestPaints(page, path);
  expect(last).toBe(first);
});

test('the app searches for what was typed before it has started', async ({ page }) => {
  const release = await openEarly(page, path);
  await search(page).fill('mail');
  await page.unroute('**/rest/v1/**');
  release();
  await isOver(page);
  await expect(page).toHaveURL(/\?q=mail$/);
  await expect(search(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'agent' })).toBeVisible();
});

test.describe('a slice whose files hang', () => {
  test.use({ expectedErrors: /slice failed|a request failed|Failed to load/ });

  test('does not keep the app from starting, which says that the page takes long', async ({ page }) => {
    await page.route('**/slices/marketplace/**', () => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    const words = page.getByText('takes longer than usual').filter({ visible: true });
    await expect(words.first()).toBeVisible({ timeout: 20_000 });
    await expect(place(page)).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

/** Who sent each search of the page, whose app comes after the document has been shown. */
async function senders(page: Page, address: string): Promise<('document' | 'app')[]> {
  const sent: ('document' | 'app')[] = [];
  let isReleased = false;
  page.on('request', (request) => {
    if (request.url().includes('/rpc/search_listings')) sent.push(isReleased ? 'app' : 'document');
  });
  const release = await openEarly(page, address, { hasData: true });
  await isParsed(page);
  await nextFrames(page, 5);
  isReleased = true;
  release();
  await expect(page.getByRole('status').filter({ hasText: 'agent' })).toBeVisible();
  return sent;
}

test('the document sends the first search, once, before the app has loaded (23)', async ({ page }) => {
  expect(await senders(page, path)).toEqual(['document']);
});

for (const width of cellsOf([390, 1280], 390)) {
  test(`the first agents are in the document before the app has loaded, and stay in place: ${String(width)} px (23)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const seen = await watch(page);
    const release = await openEarly(page, path, { hasData: true });
    const early = place(page).getByText('Sales Assistant', { exact: true });
    await expect(early).toBeVisible();
    const text = await place(page)
      .getByText(/^Qualifies inbound leads/)
      .innerText();
    const before = await early.boundingBox();
    release();
    await isOver(page);
    await expect(page.getByText(text)).toBeVisible();
    const after = await page.getByRole('heading', { name: 'Sales Assistant' }).boundingBox();
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
    expect((await seen()).shift).toBeLessThan(0.02);
  });
}

test('the app sends the search of a link with a filter', async ({ page }) => {
  expect(await senders(page, `${path}?category=sales`)).toEqual(['app']);
});

test('a link with a filter shows the search only with the app', async ({ page }) => {
  await openEarly(page, `${path}?category=sales`);
  await expectNothingShown(page);
});
