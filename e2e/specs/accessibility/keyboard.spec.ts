/**
 * Every flow with the keyboard only: the focus is always visible. Nightly, each is recorded as a trace; `npm test` has those
 * of a visitor and a deployment. One file: all flows share how they move the focus.
 */
import type { Locator, Page } from '@playwright/test';
import { demo, startSession } from '../../support/accounts';
import { stopTimersFrom } from '../../support/longTimers';
import { asOperator } from '../../support/server';
import { hasFocus, tabTo } from '../../support/tabTo';
import { expect, nightly, signedInNightly, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

signedInTest.use({ permissions: ['clipboard-read', 'clipboard-write'] });
// Only at night: another value of `trace`, even the default, needs another worker and browser.
if (isNightly) {
  test.use({ trace: 'on' });
  signedInTest.use({ trace: 'on' });
}

async function tabToOrBeAt(page: Page, target: Locator): Promise<void> {
  if (!(await hasFocus(target))) await tabTo(page, target);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('skips the header, browses and filters', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Browse Agents' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Marketplace')).toBeFocused();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('returns');
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Sales', exact: true }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('article')).toHaveText([/^Sales Assistant/]);
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
});

test('the bar does not cover what gets the focus', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  const below = await page
    .getByRole('button', { name: /^Preview / })
    .first()
    .evaluate((button) => {
      // As on the way back up the page: it is in the window, behind the bar.
      window.scrollBy(0, button.getBoundingClientRect().top - 4);
      button.focus();
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return button.getBoundingClientRect().top - bar;
    });
  expect(below).toBeGreaterThan(0);
});

nightly('signs up', async ({ page }) => {
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

nightly('signs in and out', async ({ page }) => {
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

nightly('navigates with the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Open navigation menu' }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  const link = drawer.getByRole('link', { name: 'Marketplace' });
  await tabToOrBeAt(page, link);
  await page.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(heading(page, 'Marketplace')).toBeFocused();
});

nightly('navigates with the command menu', async ({ page }) => {
  await page.goto('/login');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('market');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Marketplace')).toBeFocused();
});

nightly('switches the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Theme: System' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

signedInNightly('goes from the dashboard to the marketplace', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).not.toHaveCount(
    0,
  );
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Browse Marketplace' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Marketplace')).toBeFocused();
});

signedInTest.describe('a deployment', () => {
  const name = 'keys-only';
  const remove = () => asOperator(`deployments?name=eq.${name}`, { method: 'DELETE' });
  signedInTest.beforeAll(remove);
  signedInTest.afterAll(remove);

  signedInTest('deploys an agent, copies its key, stops, deletes and restores it', async ({ page }) => {
    // A recorded press takes long on a busy machine: the toast with Undo stays. A deployment is active after two seconds.
    await stopTimersFrom(page, 3_000);
    await page.goto('/deployments');
    await expect(heading(page, 'Deployments')).toBeVisible();
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'New Deployment' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New Deployment' });
    await expect(dialog).toBeVisible();
    await tabToOrBeAt(page, dialog.getByLabel('Name'));
    await page.keyboard.type(name);
    await tabTo(page, dialog.getByLabel('Agent'));
    await page.keyboard.type('Customer');
    await expect(dialog.getByLabel('Agent').locator('option:checked')).toHaveText('Customer Support Bot');
    await tabTo(page, dialog.getByRole('button', { name: 'Create Deployment' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(card).toContainText('Active');
    await tabTo(page, card.getByRole('button', { name: `Copy API key of ${name}` }));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^ak_/);
    await tabTo(page, card.getByRole('button', { name: `Stop ${name}` }));
    await page.keyboard.press('Enter');
    await expect(card).toContainText('Stopped');
    await tabTo(page, card.getByRole('button', { name: `Delete ${name}` }));
    await page.keyboard.press('Enter');
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.keyboard.press('F8');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card).toContainText('Stopped');
  });
});

signedInNightly('filters usage, exports records, and asks for the Enterprise plan', async ({ page }) => {
  await page.goto('/billing');
  await expect(heading(page, 'Billing & Usage')).toBeVisible();
  await expect(page.getByText('Most Popular')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show as table' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: '7 days' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  const saved = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: 'Export CSV' }));
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await tabTo(page, page.getByRole('button', { name: 'Contact Sales' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stripe integration would be implemented here')).toBeVisible();
});

// 400 % and 200 % of a window of 1280 × 800.
signedInTest(
  'at a large zoom, a form begins at its first field, and other content at its title',
  async ({ page }) => {
    for (const size of [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Change password' }).press('Enter');
      const form = page.getByRole('dialog', { name: 'Choose a new password' });
      await expect(form.getByLabel('Current password')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
      await page.goto('/billing?earnings=days');
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Earnings' }).first()).toBeFocused();
    }
  },
);
