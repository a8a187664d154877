/** A session that ends, or changes, in another tab or by itself, while a form has text: the user learns it, and loses nothing silently. */
import type { Page } from '@playwright/test';
import { demo, type NewUser, newUser, startSession, storageOf } from '../../support/accounts';
import { filmTexts, nextFrames } from '../../support/frames';
import { hold } from '../../support/hold';
import { askAuth, origin, publishableKey } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

/** Opens the form of a new agent, and types. */
async function typeAgent(page: Page): Promise<void> {
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour Pilot');
  await page.getByLabel('System prompt').fill('A long prompt');
}

/** By the notice that the session has expired. */
async function signInAgain(page: Page, { email, password }: typeof demo): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Ends all sessions of the user, as another device does. */
async function endElsewhere({ email, password }: NewUser): Promise<void> {
  const { access_token } = await askAuth('token?grant_type=password', { email, password });
  await fetch(`${origin}/auth/v1/logout?scope=others`, {
    method: 'POST',
    headers: { apikey: publishableKey(), authorization: `Bearer ${String(access_token)}` },
  });
}

test('Sign Out asks before it discards what was typed', async ({ page }) => {
  await startSession(page);
  await typeAgent(page);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('System prompt')).toHaveValue('A long prompt');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Successfully signed out!')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('after a session has expired, the user signs in and finds what was typed', async ({ page }) => {
  await startSession(page);
  await typeAgent(page);
  await page.evaluate(() => {
    localStorage.setItem('lastActivity', String(Date.now() - 61 * 60_000));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveURL('/');
  await signInAgain(page, demo);
  await expect(page).toHaveURL('/agents');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harbour Pilot');
  await expect(page.getByLabel('System prompt')).toHaveValue('A long prompt');
});

test('another user who signs in in another tab sees none of it, and this tab shows why', async ({ page }) => {
  const other = await newUser();
  await startSession(page);
  await typeAgent(page);
  const { origins } = await storageOf(other);
  const tab = await page.context().newPage();
  await tab.goto('/');
  await tab.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
  await expect(page.getByText(`You switched to ${other.email} in another tab.`)).toBeVisible();
  await expect(page.getByText('You have no agents yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create Agent' }).first().click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test.describe('a session that another device has ended', () => {
  test.use({ expectedErrors: /40[013]/ });

  test('shows one message, and not that data failed to load', async ({ page }) => {
    const user = await newUser();
    await startSession(page, user);
    await endElsewhere(user);
    const { held, release } = hold();
    await page.route('**/auth/v1/token*', async (route) => {
      await held;
      await route.fallback();
    });
    const texts = await filmTexts(page);
    const renewal = page.waitForRequest(/auth\/v1\/token/);
    await page.goto('/deployments');
    await renewal;
    await expect(page.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible();
    await nextFrames(page, 3);
    release();
    await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible();
    await expect(page).toHaveURL('/');
    const shown = (await texts()).join('\n');
    for (const other of ['Couldn’t load', 'Failed to load', 'Access Denied'])
      expect(shown).not.toContain(other);
  });

  test('every tab shows that it has expired, and keeps what was typed', async ({ page, context }) => {
    const user = await newUser();
    await startSession(page, user);
    await typeAgent(page);
    const other = await context.newPage();
    await other.goto('/deployments');
    await expect(other.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible();
    await endElsewhere(user);
    // Whichever tab notices it first.
    await other.evaluate(() => document.querySelector<HTMLElement>('a[href="/billing"]')?.click());
    for (const tab of [other, page]) {
      await expect(tab.getByText('Your session has expired. Please sign in again.')).toBeVisible();
      await expect(tab).toHaveURL('/');
      await expect(tab.locator('[data-toast]')).toHaveCount(1);
    }
    await signInAgain(page, user);
    await expect(page).toHaveURL('/agents');
    await expect(page.getByLabel('System prompt')).toHaveValue('A long prompt');
  });

  const noFailure = /Couldn’t|Failed to/;

  test('the save of an agent shows one message, and what was typed stays', async ({ page }) => {
    const user = await newUser();
    await startSession(page, user);
    const texts = await filmTexts(page);
    await typeAgent(page);
    await page.getByLabel('Description').fill('Guides ships');
    await endElsewhere(user);
    await page.getByRole('main').locator('form').getByRole('button', { name: 'Create Agent' }).click();
    await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible();
    await expect(page).toHaveURL('/');
    await nextFrames(page, 3);
    expect((await texts()).join('\n')).not.toMatch(noFailure);
    await signInAgain(page, user);
    await expect(page).toHaveURL('/agents');
    await expect(page.getByLabel('System prompt')).toHaveValue('A long prompt');
  });

  nightly('so does the save of a profile', async ({ page }) => {
    const user = await newUser();
    await startSession(page, user);
    const texts = await filmTexts(page);
    await page.goto('/billing?account=profile');
    const about = page.getByRole('textbox', { name: 'About' });
    await about.fill('Builds agents');
    await endElsewhere(user);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible();
    await expect(page).toHaveURL('/');
    await nextFrames(page, 3);
    expect((await texts()).join('\n')).not.toMatch(noFailure);
    await signInAgain(page, user);
    await expect(about).toHaveValue('Builds agents');
  });
});
