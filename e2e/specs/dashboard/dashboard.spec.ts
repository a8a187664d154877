/** The dashboard of the demo user, whose data is the seed's, and of a new user. */
import type { Page } from '@playwright/test';
import { startSession } from '../../support/accounts';
import { mailsTo } from '../../support/mailbox';
import { origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

test.use({ expectedErrors: /Failed to load resource|500|503/ });

const main = (page: Page) => page.getByRole('main');
const figure = (page: Page, label: string) =>
  main(page)
    .locator('dl', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();
const labels = ['Total Agents', 'Active Users', 'Revenue', 'Interactions'];

test(
  'shows the metrics in order, recent activity, and a link to the marketplace',
  { tag: ['@SHELL-65', '@SHELL-66', '@SHELL-68', '@SHELL-69'] },
  async ({ page }) => {
    await startSession(page);
    await page.goto('/dashboard');
    await expect(figure(page, 'Total Agents')).toHaveText('4');
    await expect(figure(page, 'Revenue')).toHaveText(/^\$\d+\.\d\d$/);
    expect(await main(page).locator('dt').allTextContents()).toEqual(expect.arrayContaining(labels));
    const inOrder = (await main(page).locator('dt').allTextContents()).filter((text) =>
      labels.includes(text),
    );
    expect(inOrder).toEqual(labels);

    const activity = page.getByRole('region', { name: 'Recent Activity' });
    await expect(activity.getByRole('listitem').first()).toBeVisible();
    const times = await activity
      .locator('time')
      .evaluateAll((all) => all.map((each) => each.getAttribute('datetime') ?? ''));
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual([...times].sort().reverse());

    const link = page
      .getByRole('region', { name: 'Quick Actions' })
      .getByRole('link', { name: 'Browse Marketplace' });
    await expect(link).toHaveAttribute('href', '/marketplace');
    await link.click();
    await expect(page).toHaveURL(`${origin}/marketplace`);
  },
);

nightly(
  'a new user has zeros, and a placeholder for activity',
  { tag: ['@SHELL-63', '@SHELL-66', '@SHELL-69'] },
  async ({ page }) => {
    const email = `fresh-${String(Date.now())}@example.test`;
    const password = 'Plum-orbit-7';
    await page.goto('/signup');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await main(page).getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    const [mail] = await mailsTo(email);
    await page.goto(/https?:\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    await expect(main(page).getByText(email)).toBeVisible();
    for (const label of labels) await expect(figure(page, label)).toHaveText(/^\$?0(\.00)?$/);
    const activity = page.getByRole('region', { name: 'Recent Activity' });
    await expect(activity.getByText('No activity yet')).toBeVisible();
    await expect(activity.getByRole('listitem')).toHaveCount(0);
  },
);
