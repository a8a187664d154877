/** Long figures in narrow cards. */
import { expect, open, test } from './workshopPage';

for (const width of [320, 390, 768]) {
  test(`all of a long figure is in its card at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, 'display');
    const values = page.locator('[data-state="StatCard: a long value"] dd');
    await expect(values).toHaveCount(3);
    for (const value of await values.all()) {
      const [content, place] = await value.evaluate((dd) => [dd.scrollWidth, dd.clientWidth]);
      expect(content, (await value.textContent()) ?? '').toBe(place);
    }
  });
}
