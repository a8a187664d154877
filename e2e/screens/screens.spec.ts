/** Takes the pictures. A person looks at them: there is nothing to compare them with. */
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';

const folder = join(import.meta.dirname, '../../docs/screens');

const arrived = async (page: Page) => {
  await expect(page.locator('article')).toHaveCount(6, { timeout: 15_000 });
};
const says = (text: string) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible({ timeout: 15_000 });
};

const states: Record<
  string,
  { path: string; prepare?: (page: Page) => Promise<unknown>; ready: (page: Page) => Promise<void> }
> = {
  landing: { path: '/', ready: arrived },
  marketplace: { path: '/marketplace', ready: arrived },
  'marketplace-empty': { path: '/marketplace?q=zzzz', ready: says('No agents found') },
  'marketplace-waiting': {
    path: '/marketplace',
    prepare: (page) => page.route('**/rest/v1/**', () => undefined),
    ready: async (page) => {
      await expect(page.getByRole('searchbox')).toBeVisible();
      await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    },
  },
  'marketplace-samples': {
    path: '/marketplace',
    prepare: (page) => page.route('**/rest/v1/**', (route) => route.abort()),
    ready: arrived,
  },
  'slice-failed': {
    path: '/marketplace',
    prepare: (page) => page.route('**/slices/marketplace/**', (route) => route.abort()),
    ready: says('could not be loaded'),
  },
  login: { path: '/login', ready: says('New to Slipway?') },
  signup: { path: '/signup', ready: says('Already have an account?') },
  'access-denied': { path: '/dashboard', ready: says('Access Denied') },
  'not-found': { path: '/nothing-here', ready: says('Oops! Page not found') },
  mail: { path: '/_mail', ready: says('Mail') },
};

for (const [name, { path, prepare, ready }] of Object.entries(states)) {
  test(name, async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
        await prepare?.(page);
        await page.goto(path);
        await ready(page);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({
          path: join(folder, `${name}-${String(width)}-${colorScheme}.png`),
          fullPage: true,
        });
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    }
  });
}

test('dashboard', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('demo@slipway.example');
  await page.getByLabel('Password', { exact: true }).fill('Slipway-demo-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await says('Quick Actions')(page);
  await expect(page.locator('[data-toast]')).toHaveCount(0, { timeout: 10_000 });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await page.screenshot({
        path: join(folder, `dashboard-${String(width)}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
});
