/** A link with the tokens of another user's account, opened in a browser that never requested it. */
import type { Page } from '@playwright/test';
import { demo, newUser, type NewUser, signIn, startSession, tokenLink } from '../../support/accounts';
import { filmTexts } from '../../support/frames';
import { mailsTo } from '../../support/mailbox';
import { origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

let attacker: NewUser;

test.beforeAll(async () => {
  attacker = await newUser();
});

const storedSession = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'));
    return key === undefined ? undefined : localStorage.getItem(key);
  });
const question = (page: Page) => page.getByRole('dialog', { name: `Sign in as ${attacker.email}?` });
const reply = (page: Page, name: string) => question(page).getByRole('button', { name }).click();

test(
  'a link does not sign in without a question, and declining leaves the browser as it was (H4)',
  { tag: ['@T-05'] },
  async ({ page }) => {
    const texts = await filmTexts(page);
    await page.goto(await tokenLink(attacker));
    await expect(question(page)).toBeVisible();
    expect(page.url()).toBe(`${origin}/dashboard`);
    expect(await storedSession(page)).toBeUndefined();
    // The safe answer has the focus; a screen reader announces the reason with the question.
    await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused();
    await expect(question(page)).toHaveAccessibleDescription(/didn’t request/);
    // Behind it, nothing loads: it waits for the user.
    await expect(page.getByText('New to Slipway?')).toBeVisible();
    expect((await texts()).join('\n')).not.toMatch(/Quick Actions|Access Denied/);

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
    expect(await storedSession(page)).toBeUndefined();
    // The tokens are not in the history either.
    await page.goBack();
    expect(page.url()).not.toContain('token');
    await expect(question(page)).toHaveCount(0);
  },
);

nightly('a link from another browser signs in after a confirmation (H4)', async ({ page }) => {
  await page.goto(await tokenLink(attacker));
  await reply(page, 'Yes, sign in');
  await expect(page).toHaveURL(`${origin}/dashboard`);
  await expect(page.getByRole('main').getByText(attacker.email)).toBeVisible();
});

test('a link to another account names both, and “No” keeps the session (H4)', async ({ page }) => {
  await startSession(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText(demo.email)).toBeVisible();
  const before = await storedSession(page);
  const link = await tokenLink(attacker);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(question(page)).toContainText(demo.email);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByText(demo.email)).toBeVisible();
  expect(await storedSession(page)).toBe(before);
  await page.reload();
  await expect(page.getByRole('main').getByText(demo.email)).toBeVisible();

  await page.goto('about:blank');
  await page.goto(link);
  await reply(page, 'Yes, sign in');
  await expect(page.getByRole('main').getByText(attacker.email)).toBeVisible();
  await expect(page.getByText(demo.email)).toHaveCount(0);
});

test('a request for one address does not admit the link of another account (H4)', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(`waits-${String(Date.now())}@example.test`);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(/has an account, we’ve sent a link/)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(await tokenLink(attacker, 'recovery'));
  await expect(question(page)).toBeVisible();
  expect(await storedSession(page)).toBeUndefined();
});

nightly(
  'a mailed link opened in another browser signs in after the question',
  { tag: ['@SHELL-12', '@T-05'] },
  async ({ page, browser }) => {
    const email = `two-browsers-${String(Date.now())}@example.test`;
    await page.goto('/signup');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Aa1!aaaa-long');
    await page.getByLabel('Confirm password').fill('Aa1!aaaa-long');
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    const [mail] = await mailsTo(email);
    const link = /https?:\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '';

    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const opened = await phone.newPage();
    await opened.goto(link);
    await expect(opened.getByRole('dialog', { name: `Sign in as ${email}?` })).toBeVisible();
    expect(opened.url()).toBe(`${origin}/dashboard`);
    await opened.getByRole('button', { name: 'Yes, sign in' }).click();
    await expect(opened.getByRole('main').getByText(email)).toBeVisible();
    await phone.close();

    await signIn(page, { email, password: 'Aa1!aaaa-long' });
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
  },
);
