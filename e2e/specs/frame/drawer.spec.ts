/** The drawer in a browser: how long it moves, and how far it is dragged before it closes. */
import type { Page } from '@playwright/test';
import { edgesOf } from '../../support/geometry';
import { expect, nightly, test } from '../../support/test';

test.use({ viewport: { width: 390, height: 844 } });

async function openDrawer(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open navigation menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  return { drawer, panel: drawer.locator('> div') };
}

for (const [reducedMotion, seconds] of [
  ['no-preference', 0.5],
  ['reduce', 0],
] as const) {
  nightly(`moves for ${String(seconds)} s with ${reducedMotion}`, { tag: ['@DS-07'] }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const { panel } = await openDrawer(page);
    const times = await panel.evaluate((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      return [transitionDuration, animationDuration].map(
        (text) => Math.round(parseFloat(text) * 1_000) / 1_000,
      );
    });
    expect(times).toEqual([seconds, seconds]);
  });
}

nightly(
  'closes when it is dragged by a quarter of its width, and not before',
  { tag: ['@DS-06'] },
  async ({ page }) => {
    const { drawer, panel } = await openDrawer(page);
    const { left, right } = await edgesOf(panel);
    const drag = async (share: number) => {
      await page.mouse.move(left + 40, 700);
      await page.mouse.down();
      await page.mouse.move(left + 40 + (right - left) * share, 700, { steps: 4 });
      await page.mouse.up();
    };
    await drag(0.24);
    await expect.poll(async () => (await edgesOf(panel)).left).toBeCloseTo(left, 0);
    await expect(drawer).toBeVisible();
    await drag(0.26);
    await expect(drawer).toHaveCount(0);
  },
);
