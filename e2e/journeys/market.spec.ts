/** The two sides of the market: a creator's first review, and a payer's invoice. */
import type { Page } from '@playwright/test';
import { newUser, startSession } from '../support/accounts';
import { journey } from '../support/journey';
import { asOperator } from '../support/server';
import { expect, test } from '../support/test';

const NAME = 'Kettle Counselor';

test.afterEach(() => asOperator(`agents?name=eq.${encodeURIComponent(NAME)}`, { method: 'DELETE' }));

/** Another user finds the agent and reviews it. */
async function review(page: Page): Promise<void> {
  await startSession(page, await newUser());
  await page.goto('/marketplace?tag=kettles');
  await page.getByRole('button', { name: `Preview ${NAME}` }).click();
  const dialog = page.getByRole('dialog', { name: NAME });
  await dialog.getByLabel('Your rating').selectOption('5');
  await dialog.getByLabel('Your review').fill('It knows my kettle.');
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'It knows my kettle.' })).toBeVisible();
}

test('creator to first review: created, published and read in 15 steps', async ({
  page,
  browser,
  baseURL,
}) => {
  await startSession(page, await newUser());
  const form = page.getByRole('form', { name: 'Create Agent' });
  const dialog = page.getByRole('dialog', { name: `Publish ${NAME}` });
  const card = page
    .locator('main article')
    .filter({ has: page.getByRole('heading', { name: NAME, exact: true }) });
  await journey(page, { atMost: 15 }, async ({ step }) => {
    await step('open the dashboard', () => page.goto('/dashboard'));
    await step('go to the agents', () => page.getByRole('link', { name: 'My Agents' }).first().click());
    await step('create an agent', () => page.getByRole('button', { name: 'Create Agent' }).first().click());
    await step('name it', () => form.getByLabel('Name').fill(NAME));
    await step('describe it', () => form.getByLabel('Description').fill('Answers questions about kettles.'));
    await step('save it', async () => {
      await form.getByRole('button', { name: 'Create Agent' }).click();
      await expect(card).toBeVisible();
    });
    await step('open its actions', () =>
      page.getByRole('button', { name: `More actions for ${NAME}` }).click(),
    );
    await step('publish it', () => page.getByRole('menuitem', { name: 'Publish…' }).click());
    await step('choose a category', () => dialog.getByLabel('Category').selectOption('Customer Service'));
    await step('choose a price', () => dialog.getByLabel('Pricing').selectOption('Free'));
    await step('add a tag', () => dialog.getByLabel('Tags').fill('kettles'));
    await step('confirm', async () => {
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expect(card).toContainText('Published');
    });
    const theirs = await browser.newPage({ baseURL });
    await review(theirs);
    await theirs.close();
    await step('come back', () => page.goto('/dashboard'));
    await step('read the notification', async () => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByText(`${NAME} has a new review: 5 of 5`)).toBeVisible();
    });
    await step('open the review', async () => {
      await page.getByRole('link', { name: `${NAME} has a new review` }).click();
      await expect(page.getByText('It knows my kettle.')).toBeVisible();
    });
  });
});

/** The first day of a month, relative to this one, in UTC. */
function monthFromNow(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
}

test('payer to invoice: opened and saved in 7 steps', async ({ page }) => {
  const user = await newUser();
  const post = (path: string, body: object) =>
    asOperator(path, { method: 'POST', body: JSON.stringify(body) });
  const [from, to] = [monthFromNow(-1), monthFromNow(1)];
  await post('subscriptions', {
    ...{ user_id: user.id, status: 'active', plan_name: 'Pro', price_per_cycle: 29 },
    ...{ billing_cycle: 'monthly', current_period_start: from, current_period_end: to },
  });
  await post('rpc/close_invoices', { email: user.email });
  const main = page.getByRole('main');
  await journey(page, { atMost: 7 }, async ({ step }) => {
    await step('open the page to sign in', () => page.goto('/login'));
    await step('enter the address', () => main.getByLabel('Email').fill(user.email));
    await step('enter the password', () => main.getByLabel('Password', { exact: true }).fill(user.password));
    await step('sign in', async () => {
      await main.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.waitForURL('**/dashboard');
    });
    await step('go to billing', () => page.getByRole('link', { name: 'Billing' }).first().click());
    await step('open the invoice', () => main.getByRole('button', { name: /^View Invoice INV-/ }).click());
    await step('save it', async () => {
      const dialog = page.getByRole('dialog', { name: /^Invoice INV-/ });
      await expect(dialog.getByText('$29.00').first()).toBeVisible();
      const saved = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download PDF' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^INV-.*\.pdf$/);
    });
  });
});
