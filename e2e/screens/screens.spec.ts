/**
 * Pictures of every page and state: at six widths, light, dark and in forced colors. `npm run screens` writes them and
 * those of the documents; the nightly tests compare them with those of the last commit of main. A page that moves while
 * it loads fails.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MAX_SHIFT, readShifts, watchShifts } from '../support/layoutShifts';
import { mailboxLink } from '../support/mailbox';
import { memberStates, provoked, visitorStates } from '../support/pageStates';
import { expect, signedInTest, test } from '../support/test';
import { steady } from './steady';
import { tolerance } from './tolerance';

const all = [320, 390, 768, 1280, 1440, 1920];
/** `SCREENS_WIDTHS=390,1280` takes fewer. */
const widths = process.env.SCREENS_WIDTHS?.split(',').map(Number) ?? all;

const views = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const;

/** `SCREENS_VIEWS=light` takes fewer; an empty value only measures how much the states move. */
const shownViews = process.env.SCREENS_VIEWS?.split(',').filter(Boolean) ?? Object.keys(views);

/** One row per state and width, for the table of `take.mjs`. */
function recordShift(state: string, width: number, sum: number): void {
  const folder = process.env.SCREENS ?? 'test-results/screens';
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'shifts.tsv'), `${state}\t${String(width)}\t${sum.toFixed(4)}\n`);
}

/** Parts that load last, such as a chart, are in the picture. Some states hold their request: then it shows that. */
const settled = (page: Page) =>
  page
    .waitForFunction(() => !document.querySelector('[data-skeleton], [aria-busy=true]'), undefined, {
      timeout: 4_000,
    })
    .catch(() => undefined);

/** A state is opened again for each width, since some differ by it. */
async function takePictures(page: Page, name: string, open: (page: Page) => Promise<unknown>): Promise<void> {
  await watchShifts(page);
  // Six visits within seconds would add the warning about unusual activity.
  await page.addInitScript(() => {
    sessionStorage.removeItem('recent_activity');
  });
  for (const width of widths) {
    await page.emulateMedia(views.light);
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
    await open(page);
    await page.evaluate(() => document.fonts.ready);
    if (!name.endsWith('waiting')) await settled(page);
    const { sum, sources } = await readShifts(page);
    expect
      .soft(sum, `layout shift at ${String(width)} px of ${sources.join(', ')}`)
      .toBeLessThanOrEqual(MAX_SHIFT);
    const isModal = (await page.locator('dialog:modal').count()) > 0;
    recordShift(name, width, sum);
    await steady(page);
    for (const [view, media] of Object.entries(views)) {
      if (!shownViews.includes(view)) continue;
      await page.emulateMedia(media);
      // A dialog fills the window, not the page.
      const picture = await page.screenshot({ fullPage: !isModal });
      expect.soft(picture).toMatchSnapshot(`${name}-${String(width)}-${view}.png`, tolerance);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

test.use({ expectedErrors: provoked });
for (const [name, open] of Object.entries(visitorStates)) {
  test(name, async ({ page }) => {
    await takePictures(page, name, open);
  });
}

test('mail', async ({ page }) => {
  await takePictures(page, 'mail', async (each) => {
    await each.goto(await mailboxLink());
    await expect(each.getByText('Mail').first()).toBeVisible();
  });
});

signedInTest.use({ expectedErrors: provoked });
for (const [name, open] of Object.entries(memberStates)) {
  signedInTest(name, async ({ page }) => {
    await takePictures(page, name, open);
  });
}
