/** Signing in and up, on the real auth service. */
import { filmTexts, nextFrames } from '../../support/frames';
import { readShifts, watchShifts } from '../../support/layoutShifts';
import { mailsTo } from '../../support/mailbox';
import { expect, nightly, test } from '../../support/test';
import { demo } from '../../support/accounts';

test(
  'the demo user signs in, lands on the dashboard, and signs out, with two requests to the auth service',
  {
    tag: [...['@AUTH-60', '@AUTH-64', '@AUTH-65', '@SES-02', '@SES-03', '@SES-06', '@SES-07'], '@SHELL-12'],
  },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, path] = /^\/auth\/v1\/(.*)$/.exec(new URL(request.url()).pathname) ?? [];
      // The page reads the state of its user now and then.
      if (path !== undefined && path !== 'user') asked.push(path);
    });
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
    expect(asked).toEqual(['token', 'logout']);
  },
);

test(
  'a protected page asks a visitor to sign in, and Back leads to the page before',
  { tag: ['@SHELL-04', '@SHELL-15', '@SHELL-21', '@SHELL-22', '@SHELL-30'] },
  async ({ page }) => {
    await page.goto('/');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page).toHaveTitle('Dashboard · Slipway');
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
  'a sign-in changes the header of another tab and keeps its page; a sign-out leads both to the landing page, with one toast each',
  {
    tag: [
      ...['@T-42', '@T-76', '@SHELL-11', '@SHELL-51', '@SHELL-52', '@SHELL-57'],
      ...['@SES-06', '@SES-07', '@SES-09'],
    ],
  },
  async ({ page, context }) => {
    const other = await context.newPage();
    const texts = await filmTexts(other);
    await watchShifts(other);
    await other.goto('/');
    const header = other.getByRole('banner');
    const links = header.getByRole('link');
    await expect(links).toHaveText(['Slipway', 'Sign In', 'Get Started']);
    await page.goto('/login');
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(links).toHaveText(['Slipway', 'Dashboard', 'My Agents', 'Marketplace']);
    await expect(header.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
    expect(new URL(other.url()).pathname).toBe('/');
    await nextFrames(other, 3);
    const { sum, sources } = await readShifts(other);
    expect(sum, sources.join('\n')).toBeLessThan(0.002);
    await expect(other.getByText('Successfully signed in!')).toHaveCount(0);

    await header.getByRole('link', { name: 'Dashboard' }).click();
    await expect(other.getByText('Quick Actions')).toBeVisible();
    await expect(header.locator('a[aria-current=page]')).toHaveText('Dashboard');
    await header.getByRole('link', { name: 'Marketplace' }).click();
    await expect(header.locator('a[aria-current=page]')).toHaveText('Marketplace');
    await header.getByRole('link', { name: 'Dashboard' }).click();
    await expect(other.getByText('Quick Actions')).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/$/);
      await expect(tab.getByText('Successfully signed out!')).toHaveCount(1);
      await expect(tab.locator('[data-toast]')).toHaveCount(1);
    }
    await expect(links).toHaveText(['Slipway', 'Sign In', 'Get Started']);
    expect((await texts()).join('\n')).not.toContain('Access Denied');
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
  nightly(
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
