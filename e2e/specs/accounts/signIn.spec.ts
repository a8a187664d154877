/** Signing in and up, on the real auth service. */
import { filmTexts } from '../../support/frames';
import { mailsTo } from '../../support/mailbox';
import { expect, test } from '../../support/test';
import { demo } from '../../support/accounts';

test(
  'the demo user signs in, lands on the dashboard, and signs out',
  { tag: ['@AUTH-60', '@SES-02', '@SES-03', '@SES-06', '@SES-07', '@SHELL-12'] },
  async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Successfully signed in!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('main').getByText(demo.email)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Successfully signed in!')).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Successfully signed out!')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  },
);

test(
  'a protected page asks a visitor to sign in, and Back leads to the page before',
  { tag: ['@SHELL-04', '@SHELL-15', '@SHELL-21', '@SHELL-22', '@SHELL-30'] },
  async ({ page }) => {
    await page.goto('/');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByText('Please sign in to access this page.')).toBeVisible();
    await expect(page.getByText('Quick Actions')).toHaveCount(0);
    await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    // The history entry was replaced: Back does not lead to the guard again.
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  },
);

test(
  'a sign-in keeps another tab on its page, and a sign-out reaches both',
  { tag: ['@T-76'] },
  async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/marketplace');
    await page.goto('/login');
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(other.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(other).toHaveURL(/\/marketplace$/);
    await expect(other.getByText('Successfully signed in!')).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/$/);
      await expect(tab.getByText('Successfully signed out!')).toHaveCount(1);
      await expect(tab.locator('[data-toast]')).toHaveCount(1);
    }
    await other.close();
  },
);

test(
  'a new user signs up, and the mailed link opens the dashboard signed in',
  { tag: ['@AUTH-61', '@AUTH-62', '@AUTH-78', '@SHELL-12'] },
  async ({ page }) => {
    const email = `new-${String(Date.now())}@example.test`;
    await page.goto('/signup');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Aa1!aaaa-long');
    await page.getByLabel('Confirm password').fill('Aa1!aaaa-long');
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();

    const [mail] = await mailsTo(email);
    const link =
      /href="([^"]*\/auth\/v1\/verify[^"]*)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    const texts = await filmTexts(page);
    await page.goto(link);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    // The denied page is never shown on the way, and no token stays in the address.
    const shown = await texts();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((text) => text.includes('Access Denied'))).toEqual([]);
    expect(page.url()).not.toMatch(/token|code=/);
  },
);

test.use({ expectedErrors: /400/ });

test.describe('rejected', () => {
  test(
    'a wrong password shows one message and keeps the address',
    { tag: ['@AUTH-70'] },
    async ({ page }) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(demo.email);
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue(demo.email);
    },
  );
});
