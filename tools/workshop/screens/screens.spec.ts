/** Every page of the workshop in both themes, wide and narrow, into `test-results/screens/`. */
import { test } from '@playwright/test';
import { pageNames } from '../src/pageNames';

for (const name of pageNames) {
  test(name, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/?page=${name}`);
        await page.screenshot({
          path: `test-results/screens/${name}-${String(width)}-${theme}.png`,
          fullPage: true,
        });
      }
    }
  });
}
