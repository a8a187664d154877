/** Scrollbars that take space, as on Windows: the page keeps its place when a dialog takes its scrollbar away. */
import type { Page } from '@playwright/test';
import { chromiumPath, testFlags } from '@slipway/repo/bootstrap/chromium.mjs';
import { memberStates, type Open, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

// It starts one more browser, with scrollbars that others hide, and proves only where parts are: docs/testing.md keeps such
// tests for the night.
test.skip(!isNightly, 'places of parts, in another browser: TEST_TIER=nightly');

const options = {
  expectedErrors: provoked,
  // Without a window, Chromium hides scrollbars.
  launchOptions: {
    executablePath: chromiumPath(),
    args: testFlags,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
};
test.use(options);
signedInTest.use(options);

/** Pixels, of Chromium on Linux. */
const SCROLLBAR = 15;

/** A page, and a state with a dialog over it. */
const visitorPairs = [
  ['login', 'login-dialog-forgot'],
  ['login', 'command-menu'],
  ['marketplace', 'marketplace-details'],
] as const;
const memberPairs = [
  ['deployments', 'deployments-new'],
  ['deployments', 'deployments-revoke'],
  ['billing', 'profile'],
] as const;

const placeOf = (page: Page) =>
  page.evaluate(() => {
    const edges = (selector: string) => {
      const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [left, right];
    };
    return { header: edges('header'), main: edges('main') };
  });

async function expectSamePlace(page: Page, before: Open, withDialog: Open): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 600 });
    await before(page);
    const place = await placeOf(page);
    expect(place.header[1], 'a scrollbar takes space').toBe(width - SCROLLBAR);
    await withDialog(page);
    await expect(page.locator('dialog:modal').first()).toBeVisible();
    const line = await page.evaluate(
      () => getComputedStyle(document.querySelector('header') ?? document.body, '::after').width,
    );
    expect(line, 'the line below the bar continues to the edge').toBe(`${String(SCROLLBAR)}px`);
    expect(await placeOf(page), `at ${String(width)} px`).toEqual(place);
  }
}

for (const [before, withDialog] of visitorPairs) {
  test(`the page stays where it is behind ${withDialog} (20)`, async ({ page }) => {
    await expectSamePlace(page, visitorStates[before], visitorStates[withDialog]);
  });
}
for (const [before, withDialog] of memberPairs) {
  signedInTest(`the page stays where it is behind ${withDialog} (20)`, async ({ page }) => {
    await expectSamePlace(page, memberStates[before], memberStates[withDialog]);
  });
}

signedInTest('the content of a dialog keeps its place when an error makes it scroll', async ({ page }) => {
  const content = page.locator('dialog form').locator('..');
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['deployments-new'](page);
  const measure = () =>
    content.evaluate((element) => {
      const form = element.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
      const { left, right } = element.getBoundingClientRect();
      const hasScrollbar = element.scrollHeight > element.clientHeight;
      return { hasScrollbar, sides: [form.left - left, right - form.right] };
    });
  const before = await measure();
  expect(before.hasScrollbar).toBe(false);
  expect(before.sides[1], 'no empty strip').toBe(before.sides[0]);
  await content.evaluate((element) => {
    const error = document.createElement('p');
    error.style.height = '60rem';
    element.append(error);
  });
  expect(await measure()).toEqual({ ...before, hasScrollbar: true });
});
