/** Every flow with the keyboard alone, each recorded as a trace: where the focus is can always be seen. */
import type { Locator, Page } from '@playwright/test';
import { demo, signIn } from './people';
import { expect, test } from './test';

test.use({ trace: 'on' });

const FURTHEST = 40;

/** Presses Tab until `target` has the focus; every stop on the way shows that it has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < FURTHEST; presses += 1) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const focused = document.activeElement;
      return !focused || focused === document.body ? 'none' : getComputedStyle(focused).outlineStyle;
    });
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(ring, 'the focus can be seen').not.toBe('none');
      return;
    }
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('past the header to the page', async ({ page }) => {
  await page.goto('/marketplace');
  await expect(page.locator('article')).toHaveCount(6);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('searchbox'));
});

test('browse and filter', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  await tabTo(page, page.getByRole('link', { name: 'Browse Agents' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Marketplace')).toBeFocused();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('returns');
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await tabTo(page, page.getByRole('button', { name: 'Sales' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('article')).toHaveText([/^Sales Assistant/]);
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
});

test('sign up', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Get Started' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Create Account')).toBeFocused();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(`keys-${String(Date.now())}@example.test`);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('Aa1!aaaa-long');
  await tabTo(page, page.getByLabel('Confirm password'));
  await page.keyboard.type('Aa1!aaaa-long');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
});

test('sign in, then sign out', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign In')).toBeFocused();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(demo.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Dashboard')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Sign Out' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully signed out!')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('go somewhere by the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.reload();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Open navigation menu' }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  const link = drawer.getByRole('link', { name: 'Marketplace' });
  if (!(await link.evaluate((element) => element === document.activeElement))) await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(heading(page, 'Marketplace')).toBeFocused();
});

test('go somewhere by the command menu', async ({ page }) => {
  await page.goto('/login');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('market');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Marketplace')).toBeFocused();
});

test('switch the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Theme: System' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
