/** Parts of a prerendered page stay where they are: while the document arrives, and when the app replaces it (decisions 071, 106). */
import type { Locator, Page } from '@playwright/test';
import { nextFrames } from '../../support/frames';
import { heading, isOver, largestPaints, openEarly, place } from '../../support/prerendered';
import { serverResponse } from '../../support/serverResponse';
import { expect, signedInNightly, signedInTest, test } from '../../support/test';

/** Where the parts of the page begin that both have. */
const places = async (page: Page, own: readonly Locator[]) => {
  const boxes = await Promise.all(
    [
      heading(page),
      ...own,
      page.getByRole('banner'),
      page.getByRole('banner').getByRole('link', { name: 'Slipway' }),
      page.getByRole('button', { name: 'Search' }),
      page.getByRole('button', { name: 'Account menu' }),
    ].map((part) => part.boundingBox()),
  );
  return boxes.map((box) => box && { x: box.x, y: box.y });
};

const still: Readonly<Record<string, (page: Page) => readonly Locator[]>> = {
  '/deployments': (page) => [
    page.getByText('Your agent endpoints'),
    page.getByRole('button', { name: 'New Deployment' }),
  ],
  '/dashboard': (page) => [
    page.getByRole('main').getByRole('button', { name: 'Sign Out' }),
    page.getByText('Email', { exact: true }).first(),
    page.getByText('Interactions'),
    page.getByRole('heading', { name: 'Quick actions' }),
    page.getByRole('heading', { name: 'Recent activity' }),
  ],
};
/** In pixels. `npm test` has a narrow and a wide one. */
const sampledWidths: Readonly<Record<string, number>> = { '/deployments': 320, '/dashboard': 1280 };
for (const [own, partsOf] of Object.entries(still)) {
  for (const width of [320, 390, 1280]) {
    const testOf = width === sampledWidths[own] ? signedInTest : signedInNightly;
    testOf(`the parts of ${own} stay where they are: ${String(width)} px (23)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const release = await openEarly(page, own, { hasData: true });
      await expect(place(page)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await places(page, partsOf(page));
      release();
      await isOver(page);
      expect(before).not.toContain(null);
      expect(await places(page, partsOf(page))).toEqual(before);
    });
  }
}

for (const own of ['/deployments', '/dashboard', '/billing']) {
  const testOf = own === '/billing' ? signedInTest : signedInNightly;
  testOf(`the app paints nothing larger than the document of ${own} (23)`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const { first, last } = await largestPaints(page, own);
    expect(last).toBe(first);
  });
}

test('half of a document shows nothing of its page: the other half would move it (23)', async ({ page }) => {
  await page.route('**/', async (route) => {
    const response = await serverResponse(route);
    const html = await response.text();
    await route.fulfill({ response, body: html.slice(0, html.indexOf('</h1>')) });
  });
  await openEarly(page);
  await expect(place(page).locator('h1')).toHaveCount(1);
  await expect(page.locator(':root[data-font]')).toHaveCount(0);
  await nextFrames(page, 5);
  await expect(place(page)).toBeHidden();
});
