/** The forms of `/login` and `/signup`: their fields, help while typing, messages and requests. */
import type { Page } from '@playwright/test';
import { demo, newUser, signIn } from '../../support/accounts';
import { hold } from '../../support/hold';
import { expect, nightly, test } from '../../support/test';

test.use({ expectedErrors: /400|422|429|500|Failed to load resource|Failed to fetch|ERR_/ });

const main = (page: Page) => page.getByRole('main');
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const confirm = (page: Page) => page.getByLabel('Confirm password');
const submitSignIn = (page: Page) => main(page).getByRole('button', { name: 'Sign In' }).click();

test(
  'the sign-in page has its fields, methods and four steps, and links to the sign-up page with its masked fields and rules',
  {
    tag: [
      ...['@SHELL-02', '@AUTH-01', '@AUTH-02', '@AUTH-05', '@AUTH-07'],
      ...['@SHELL-03', '@AUTH-03', '@AUTH-04', '@AUTH-06', '@AUTH-11', '@AUTH-12'],
    ],
  },
  async ({ page }) => {
    await page.goto('/login');
    for (const control of [
      email(page),
      password(page),
      main(page).getByRole('button', { name: 'Sign In' }),
      main(page).getByRole('button', { name: /GitHub/ }),
    ])
      await expect(control).toBeEnabled();
    const steps = await main(page).getByRole('listitem').allTextContents();
    expect(steps).toHaveLength(4);
    for (const [step, words] of [
      /create an account/i,
      /check your email/i,
      /click the confirmation link/i,
      /return to sign in/i,
    ].entries())
      expect(steps[step]).toMatch(words);
    await main(page).getByRole('link', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/signup$/);

    await expect(confirm(page)).toBeVisible();
    for (const field of [password(page), confirm(page)]) {
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('autocomplete', 'new-password');
      await expect(field).toHaveAttribute('maxlength', '128');
    }
    await expect(email(page)).not.toHaveAttribute('maxlength');
    for (const words of [
      /at least 8 characters/i,
      /uppercase/i,
      /lowercase/i,
      /number/i,
      /special character/i,
    ])
      await expect(main(page).getByRole('listitem').filter({ hasText: words })).toHaveCount(1);
    await expect(main(page).getByRole('button', { name: /GitHub/ })).toBeEnabled();
    await main(page).getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  },
);

nightly(
  'requirements and a strength meter follow the typing, and fields show hints before sending',
  { tag: ['@AUTH-04', '@T-09', '@T-12'] },
  async ({ page }) => {
    await page.goto('/signup');
    const met = () => main(page).locator('li[data-met]').count();
    expect(await met()).toBe(0);
    await password(page).fill('Abc');
    expect(await met()).toBe(2);
    await password(page).fill('Password1!');
    expect(await met()).toBe(5);
    const meter = page.getByRole('meter', { name: 'Password strength' });
    await expect(meter).toHaveAttribute('aria-valuetext', /weak/i);
    await password(page).fill('plum-Orbit7-lantern');
    await expect(meter).toHaveAttribute('aria-valuetext', 'Very strong');
    await expect(main(page).getByRole('status').filter({ hasText: '5 of 5' })).toHaveCount(1);
    await email(page).fill('nobody');
    await confirm(page).fill('plum-Orbit7-lanterX');
    await expect(page.getByText('Use a format like name@example.com.')).toBeVisible();
    await expect(page.getByText('Doesn’t match the password yet.')).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await main(page).getByRole('button', { name: 'Show characters' }).first().click();
    await expect(password(page)).toHaveAttribute('type', 'text');
  },
);

nightly('signs in with a password of emoji', { tag: ['@T-08', '@AUTH-48'] }, async ({ page }) => {
  await signIn(page, await newUser('Aa1!🔒🗝️🧑‍🚀'));
});

test(
  'returns the focus to the field where Enter was pressed',
  { tag: ['@AUTH-10', '@T-13'] },
  async ({ page }) => {
    const { held, release } = hold();
    await page.route('**/auth/v1/token*', async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { error_code: 'invalid_credentials', msg: 'x' } });
    });
    await page.goto('/login');
    await email(page).fill('a@b.co');
    await password(page).fill('simplepassword');
    await password(page).press('Enter');
    await expect(password(page)).toBeDisabled();
    release();
    await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible();
    await expect(password(page)).toBeFocused();
  },
);

nightly(
  'without a network the form shows the failure, and the page the reason, once',
  { tag: ['@T-16', '@AUTH-10'] },
  async ({ page, context }) => {
    await page.goto('/login');
    await email(page).fill(demo.email);
    await password(page).fill(demo.password);
    const before = await password(page).boundingBox();
    await context.setOffline(true);
    // Fails with two texts about it.
    await expect(page.getByText(/offline/i)).toBeVisible();
    expect(await password(page).boundingBox()).toEqual(before);
    await submitSignIn(page);
    await expect(page.getByText('Authentication failed. Please try again.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/offline/i)).toHaveCount(0);
  },
);
