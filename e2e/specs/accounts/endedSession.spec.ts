/** A session that ends, or changes, in another tab or by itself, while a form has text: the user learns it, and loses nothing silently. */
import type { Page } from '@playwright/test';
import { demo, newUser, startSession, storageOf } from '../../support/accounts';
import { filmTexts, nextFrames } from '../../support/frames';
import { hold } from '../../support/hold';
import { askAuth, origin, publishableKey } from '../../support/server';
import { expect, test } from '../../support/test';

/** Opens the form of a new agent, and types. */
async function typeAgent(page: Page): Promise<void> {
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbour Pilot');
  await page.getByLabel('System prompt').fill('A long prompt');
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
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.keyboard.press('Enter');
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
    const { email, password } = user;
    const { access_token } = await askAuth('token?grant_type=password', { email, password });
    await fetch(`${origin}/auth/v1/logout?scope=others`, {
      method: 'POST',
      headers: { apikey: publishableKey(), authorization: `Bearer ${String(access_token)}` },
    });
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
});
