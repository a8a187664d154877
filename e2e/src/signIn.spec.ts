/** Signing in with the demo person, on the real auth service. */
import { origin } from './server';
import { expect, test } from './test';

const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' };

test('AUTH-60 SES-02 SES-03 SHELL-12 the demo person signs in and lands on the dashboard; SES-06 SES-07 and out again', async ({
  page,
}) => {
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
});

test('SHELL-04 SHELL-15 SHELL-21 SHELL-22 SHELL-30 a visitor is told to sign in, is led to it, and comes back afterwards', async ({
  page,
}) => {
  await page.goto('/');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('Please sign in to access this page.')).toBeVisible();
  await expect(page.getByText('Quick Actions')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  // Replaced: Back leads to where the visitor was, not into the guard again.
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('T-76 a sign-in in one tab leaves another where it is, and a sign-out reaches both', async ({
  page,
  context,
}) => {
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
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  await other.close();
});

test('AUTH-61 AUTH-62 AUTH-78 SHELL-12 a new person signs up, and the mailed link lands signed in on the dashboard', async ({
  page,
  request,
}) => {
  const email = `new-${String(Date.now())}@example.test`;
  const texts: string[] = [];
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Aa1!aaaa-long');
  await page.getByLabel('Confirm password').fill('Aa1!aaaa-long');
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();

  const mails = (await (await request.get(`${origin}/_mail.json`)).json()) as {
    to: string;
    html: string;
    text: string;
  }[];
  const mail = mails.find(({ to }) => to === email);
  const link =
    /href="([^"]*\/auth\/v1\/verify[^"]*)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
  await page.exposeFunction('seen', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      (window as unknown as { seen(text: string): void }).seen(
        (document.body as HTMLElement | null)?.textContent ?? '',
      );
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(link);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  // No flash of the refusal on the way, and no token left in the address.
  expect(texts.filter((text) => text.includes('Access Denied'))).toEqual([]);
});

test.describe('refused', () => {
  test.use({ expectedErrors: /400/ });

  test('AUTH-70 a wrong password says so, once, and keeps what was typed', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(demo.email);
  });
});
