/** Takes the pictures. A person looks at them: there is nothing to compare them with. */
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { memberStates, provoked, visitorStates } from '../support/pageStates';
import { signedInTest } from '../support/test';

const folder = join(import.meta.dirname, '../../docs/screens');

/** In both themes, at both widths; a state is opened anew for each width, since some differ by it. */
async function takePictures(page: Page, name: string, open: (page: Page) => Promise<unknown>): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page);
      await page.evaluate(() => document.fonts.ready);
      const isModal = (await page.locator('dialog:modal').count()) > 0;
      await page.screenshot({
        path: join(folder, `${name}-${String(width)}-${colorScheme}.jpg`),
        type: 'jpeg',
        quality: 82,
        // What stands in front of a page fills the window, not the page.
        fullPage: !isModal,
      });
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
    await each.goto('/_mail');
    await expect(each.getByText('Mail').first()).toBeVisible();
  });
});

signedInTest.use({ expectedErrors: provoked });
for (const [name, open] of Object.entries(memberStates)) {
  signedInTest(name, async ({ page }) => {
    await takePictures(page, name, open);
  });
}
