/**
 * The way of an agent to its users, recorded as a trace: created and published by one user, found by a visitor who misspells
 * it, installed, tried and reviewed by another user, and counted in the creator's analytics. At night. Samples: agents.spec.ts
 * creates and publishes an agent, ../marketplace/details.spec.ts installs and reviews one.
 */
import type { Page } from '@playwright/test';
import { newUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'each of its steps has another test: TEST_TIER=nightly');
// Only at night: another value of `trace`, even the default, needs another worker and browser.
if (isNightly) test.use({ trace: 'on' });

const NAME = 'Warranty Whisperer';

const card = (page: Page) =>
  page.locator('main article').filter({ has: page.getByRole('heading', { name: NAME, exact: true }) });

async function signOut(page: Page) {
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Reads one metric of the last seven days in the creator's analytics. */
async function metric(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `More actions for ${NAME}` }).click();
  await page.getByRole('menuitem', { name: 'Analytics…' }).click();
  const dialog = page.getByRole('dialog', { name: `Analytics for ${NAME}` });
  const shown = dialog.getByRole('tabpanel').getByText(name, { exact: true }).first().locator('..');
  await expect(shown).toContainText(/\d/);
  const text = (await shown.innerText()).replace(name, '').trim();
  await page.keyboard.press('Escape');
  return text;
}

test.afterEach(() => asOperator(`agents?name=eq.${encodeURIComponent(NAME)}`, { method: 'DELETE' }));

test(
  'a creator publishes an agent, a visitor finds it by a typo, a user installs and reviews it, the creator sees both',
  { tag: ['@MKT-48', '@MKT-50', '@AGT-12'] },
  async ({ page }) => {
    test.setTimeout(90_000);
    const creator = await newUser();
    const other = await newUser();

    await test.step('created and published', async () => {
      await startSession(page, creator);
      await page.goto('/agents');
      await page.getByRole('button', { name: 'Create Agent' }).click();
      const form = page.getByRole('form', { name: 'Create Agent' });
      await form.getByLabel('Name').fill(NAME);
      await form.getByLabel('Description').fill('Reads a **warranty** and says what it covers.');
      await form.getByRole('button', { name: 'Create Agent' }).click();
      await expect(card(page)).toBeVisible();
      await page.getByRole('button', { name: `More actions for ${NAME}` }).click();
      await page.getByRole('menuitem', { name: 'Publish…' }).click();
      const dialog = page.getByRole('dialog', { name: `Publish ${NAME}` });
      await dialog.getByLabel('Category').selectOption('Customer Service');
      await dialog.getByLabel('Pricing').selectOption('Free');
      await dialog.getByLabel('Tags').fill('warranty, retail');
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expect(card(page)).toContainText('Published');
      expect(await metric(page, 'Installs')).toBe('0');
      await signOut(page);
    });

    await test.step('found by a visitor who misspells it', async () => {
      await page.goto('/marketplace');
      await page.getByRole('searchbox').fill('waranty wisperer');
      await expect(card(page)).toBeVisible();
      await card(page).getByRole('link', { name: 'warranty' }).click();
      await expect(page).toHaveURL(/tag=warranty/);
    });

    await test.step('installed, tried and reviewed', async () => {
      await startSession(page, other);
      await page.goto('/marketplace?tag=warranty');
      await expect(page.getByText('Showing 1 of 7 agents')).toBeVisible();
      await page.getByRole('button', { name: `Install ${NAME}` }).click();
      await expect(page.getByText(`${NAME} installed successfully!`, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: `Preview ${NAME}` }).click();
      const dialog = page.getByRole('dialog', { name: NAME });
      await expect(dialog.locator('strong', { hasText: 'warranty' })).toBeVisible();
      await dialog.getByLabel('Message').fill('Is my kettle covered?');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(dialog.getByText(/sample model/i).first()).toBeVisible();
      await dialog.getByLabel('Your rating').selectOption('4');
      await dialog.getByLabel('Your review').fill('It read the small print for me.');
      await dialog.getByRole('button', { name: 'Publish review' }).click();
      await expect(
        dialog.getByRole('listitem').filter({ hasText: 'It read the small print for me.' }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(card(page)).toContainText('4.0 (1)');
      await signOut(page);
    });

    await test.step('seen by the creator', async () => {
      await startSession(page, creator);
      await page.goto('/agents');
      await expect(card(page)).toBeVisible();
      expect(await metric(page, 'Installs')).toBe('1');
      await page.goto(`/marketplace?q=${encodeURIComponent(NAME)}`);
      await expect(card(page)).toContainText('4.0 (1)');
      await page.getByRole('button', { name: `Preview ${NAME}` }).click();
      await expect(
        page.getByRole('dialog', { name: NAME }).getByText('It read the small print for me.'),
      ).toBeVisible();
    });
  },
);
