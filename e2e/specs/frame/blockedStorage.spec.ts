/** A browser that blocks storage, as with "Block all cookies" in Chrome: reading `localStorage` itself throws. */
import { expect, test } from '../../support/test';
import { demo } from '../../support/accounts';

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
});

test('a visitor opens every public page (23)', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Browse Agents' }).click();
  await expect(page.locator('article')).toHaveCount(6);
  await page.goto('/marketplace');
  await expect(page.locator('article')).toHaveCount(6);
  await page.goto('/signup');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
});

test('a user signs in, moves through the pages and signs out (23)', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Deployments' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deployments' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
});
