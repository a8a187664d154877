/** axe finds nothing on any page or state there is, in both themes, from 1280 down to 320 pixels. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './test';

test.use({
  expectedErrors:
    /404|Failed to load resource|ERR_FAILED|slice failed|Failed to fetch|RUNTIME-|marketplace|featured/i,
});

const states: Record<string, (page: Page) => Promise<void>> = {
  landing: async (page) => {
    await page.goto('/');
    await expect(page.locator('article')).toHaveCount(6);
  },
  marketplace: async (page) => {
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6);
  },
  'marketplace, nothing found': async (page) => {
    await page.goto('/marketplace?q=zzzz');
    await expect(page.getByText('No agents found')).toBeVisible();
  },
  'marketplace, waiting': async (page) => {
    await page.route('**/rest/v1/**', () => undefined);
    await page.goto('/marketplace');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  },
  'marketplace, no backend': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6, { timeout: 10_000 });
  },
  'marketplace, slice missing': async (page) => {
    await page.route('**/slices/marketplace/**', (route) => route.abort());
    await page.goto('/marketplace');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 10_000 });
  },
  'sign in': async (page) => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
  },
  'access denied': async (page) => {
    await page.goto('/dashboard');
    await expect(page.getByText('Access Denied')).toBeVisible();
  },
  'not found': async (page) => {
    await page.goto('/nothing-here');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  },
};

for (const [name, open] of Object.entries(states)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe: ${name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await open(page);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `sideways scroll at ${String(width)} px`).toBeLessThanOrEqual(0);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }
}
