/** Scrollbars that take space, as on Windows: the page keeps its place when a dialog takes its scrollbar away. */
import type { Page } from '@playwright/test';
import { chromiumPath, testFlags } from '@slipway/repo/bootstrap/chromium.mjs';
import { memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

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

async function expectSamePlace(
  page: Page,
  states: typeof visitorStates,
  [before, withDialog]: readonly [string, string],
): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 600 });
    await states[before]?.(page);
    const place = await placeOf(page);
    expect(place.header[1], 'a scrollbar takes space').toBe(width - SCROLLBAR);
    await states[withDialog]?.(page);
    await expect(page.locator('dialog:modal').first()).toBeVisible();
    const line = await page.evaluate(
      () => getComputedStyle(document.querySelector('header') ?? document.body, '::after').width,
    );
    expect(line, 'the line below the bar continues to the edge').toBe(`${String(SCROLLBAR)}px`);
    expect(await placeOf(page), `${withDialog} at ${String(width)} px`).toEqual(place);
  }
}

for (const pair of visitorPairs) {
  test(`the page stays where it is behind ${pair[1]} (20)`, async ({ page }) => {
    await expectSamePlace(page, visitorStates, pair);
  });
}
for (const pair of memberPairs) {
  signedInTest(`the page stays where it is behind ${pair[1]} (20)`, async ({ page }) => {
    await expectSamePlace(page, memberStates, pair);
  });
}
