/** Signing in with GitHub, through a fake OAuth server. */
import type { Server } from 'node:http';
import type { Page } from '@playwright/test';
import { startFakeGitHub } from '../../support/fakeGitHub';
import { filmTexts } from '../../support/frames';
import { gitHubPort, origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const answers = { email: `octo-${String(Date.now())}@example.test`, declines: false };
let gitHub: Server;

test.beforeAll(async () => {
  gitHub = await startFakeGitHub(gitHubPort, answers);
});
test.afterAll(() => {
  gitHub.close();
});

const press = (page: Page) => page.getByRole('button', { name: /GitHub/ }).click();
const twoToasts = async (page: Page) => {
  await expect(page.getByText('Failed to sign in with provider. Please try again.')).toBeVisible();
  await expect(page.getByText('Failed to sign in with GitHub')).toBeVisible();
  const texts = await page.locator('[data-toast]').allTextContents();
  expect(texts).toHaveLength(2);
};

test(
  'GitHub leads back to the dashboard, signed in, without a flash of the denied page',
  { tag: ['@AUTH-63', '@SHELL-12'] },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/authorize')) asked.push(request.url());
    });
    const texts = await filmTexts(page);
    await page.goto('/login');
    await press(page);
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(page.getByRole('main').getByText(answers.email)).toBeVisible();
    expect(asked).toHaveLength(1);
    const query = new URL(asked[0] ?? '').searchParams;
    expect([query.get('provider'), query.get('redirect_to')]).toEqual(['github', `${origin}/dashboard`]);
    expect((await texts()).filter((text) => text.includes('Access Denied'))).toEqual([]);
  },
);

nightly(
  'a user who declines at GitHub sees an error on the sign-in page',
  { tag: ['@AUTH-80', '@AUTH-81', '@T-17'] },
  async ({ page }) => {
    answers.declines = true;
    await page.goto('/signup');
    await press(page);
    await expect(page).toHaveURL(/\/login/, { timeout: 10_000 });
    await twoToasts(page);
    answers.declines = false;
  },
);

test(
  'the end of a sign-in that another browser began is rejected, with the error on the sign-in page (H4)',
  { tag: ['@AUTH-80'] },
  async ({ page, browser }) => {
    const attacker = await browser.newContext();
    const began = await attacker.newPage();
    const callback = began.waitForRequest((request) => request.url().includes('/auth/v1/callback'));
    await began.route('**/auth/v1/callback*', (route) => route.abort());
    await began.goto(`${origin}/login`);
    await press(began);
    const link = (await callback).url();
    await attacker.close();

    await page.goto(link);
    await expect(page).toHaveURL(`${origin}/login`);
    await twoToasts(page);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-'))),
    ).toEqual([]);
  },
);
