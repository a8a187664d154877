/**
 * Pictures of every page and state, in both themes, at two widths. `npm run screens` writes them to `docs/screens`; the
 * nightly tests compare with them.
 */
import { expect, type Page, test } from '@playwright/test';
import { mailboxLink } from '../support/mailbox';
import { memberStates, provoked, visitorStates } from '../support/pageStates';
import { signedInTest } from '../support/test';

/** Dates and charts depend on the day: a share of the pixels that may differ. */
const tolerance = { maxDiffPixelRatio: 0.02 };

/** A state is opened again for each width, since some differ by it. */
async function takePictures(page: Page, name: string, open: (page: Page) => Promise<unknown>): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page);
      await page.evaluate(() => document.fonts.ready);
      const isModal = (await page.locator('dialog:modal').count()) > 0;
      const picture = await page.screenshot({
        type: 'jpeg',
        quality: 82,
        // A dialog fills the window, not the page.
        fullPage: !isModal,
      });
      expect.soft(picture).toMatchSnapshot(`${name}-${String(width)}-${colorScheme}.jpg`, tolerance);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  }
}

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
