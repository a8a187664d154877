/** `/billing` on the real database: the plan and its states, usage, and the actions that need a payment provider. */
import type { Page } from '@playwright/test';
import { newUser, type NewUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const add = (table: string, rows: object | object[]) =>
  asOperator(table, { method: 'POST', body: JSON.stringify(rows) });

const DAY_MS = 24 * 60 * 60 * 1000;
const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const subscription = (user: NewUser, row: object = {}) => ({
  user_id: user.id,
  status: 'active',
  plan_name: 'Pro',
  price_per_cycle: 29,
  billing_cycle: 'monthly',
  current_period_start: fromNow(-20),
  current_period_end: fromNow(10),
  ...row,
});

async function openBilling(page: Page, user?: NewUser): Promise<void> {
  await startSession(page, user);
  await page.goto('/billing');
  await expect(page.getByRole('heading', { level: 1, name: 'Billing & Usage' })).toBeVisible();
}

const plan = (page: Page) => page.getByRole('region', { name: 'Current plan' });
const total = (page: Page, name: string) =>
  page.getByRole('region', { name: 'In total' }).locator('dl', { hasText: name }).locator('dd').first();

nightly(
  'sends a visitor to the sign-in page without showing anything',
  { tag: ['@SHELL-08'] },
  async ({ page }) => {
    await page.goto('/billing');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByText('Most Popular')).toHaveCount(0);
    await expect(page).toHaveURL(/\/login\?redirect=%2Fbilling$/);
  },
);

nightly(
  'a user without a subscription is on the free plan',
  { tag: ['@BILL-01', '@BILL-02', '@BILL-04', '@BILL-24', '@BILL-26'] },
  async ({ page }) => {
    const user = await newUser();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openBilling(page, user);
    await expect(plan(page).getByRole('heading', { name: 'Starter' })).toBeVisible();
    await expect(plan(page).getByText('Free', { exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Messages' })).toHaveAttribute('aria-valuenow', '0');
    for (const name of ['Messages', 'API calls', 'Storage']) await expect(total(page, name)).toHaveText(/^0/);
    await expect(total(page, 'Cost')).toHaveText('$0.00');
    await expect(page.getByText('Failed to load billing information')).toHaveCount(0);

    const address = page.url();
    const before = asked.length;
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await expect(page.getByText('Stripe integration would be implemented here')).toHaveCount(1);
    await page.getByRole('button', { name: 'Contact Sales' }).click();
    await expect(page.getByText('Stripe integration would be implemented here')).toHaveCount(1);
    expect(page.url()).toBe(address);
    // The shell's own, which may come late.
    const late = /\/rest\/v1\/notifications\?|\/slices\/_rest\//;
    const byButtons = asked.slice(before).filter((url) => !late.test(url));
    expect(byButtons).toEqual([]);
    const hosts = new Set(asked.filter((url) => /^https?:/.test(url)).map((url) => new URL(url).host));
    expect([...hosts]).toEqual([new URL(address).host]);
  },
);

nightly(
  'shows the active subscription, although a newer one is canceled',
  { tag: ['@BILL-03', '@BILL-05', '@BILL-25'] },
  async ({ page }) => {
    const user = await newUser();
    await add('subscriptions', subscription(user, { created_at: fromNow(-40) }));
    await add('subscriptions', subscription(user, { status: 'canceled', plan_name: 'Enterprise' }));
    const reads: URL[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/subscriptions')) reads.push(new URL(request.url()));
    });
    await openBilling(page, user);
    await expect(plan(page).getByRole('heading', { name: 'Pro' })).toBeVisible();
    for (const words of [
      'Active',
      '$29/month',
      'Monthly',
      /^\w+\s\d+,\s\d{4} – \w+\s\d+,\s\d{4}/,
      'Ends in 10 days',
    ]) {
      await expect(plan(page).getByText(words).first()).toBeVisible();
    }
    expect(reads.map((url) => [url.searchParams.get('user_id'), url.searchParams.get('limit')])).toEqual([
      [`eq.${user.id}`, '1'],
    ]);
    await page.getByRole('button', { name: 'Manage subscription' }).click();
    await expect(page.getByText('Customer portal would open here')).toHaveCount(1);
    await expect(page).toHaveURL(/\/billing$/);
  },
);

nightly(
  'shows usage in total and against the plan',
  { tag: ['@BILL-11', '@BILL-12', '@BILL-13', '@BILL-14', '@BILL-15', '@BILL-16', '@BILL-17', '@BILL-18'] },
  async ({ page }) => {
    const user = await newUser();
    const record = (usage_type: string, quantity: number, cost = 0, created_at = fromNow(0)) => ({
      user_id: user.id,
      created_at,
      usage_type,
      quantity,
      cost,
    });
    await add('subscriptions', subscription(user));
    await add('usage_tracking', [
      record('message', 4, 0.1),
      record('message', 3, 0.2),
      record('api_call', 2),
      record('storage', 1500),
      record('message', 100, 5, fromNow(-60)),
    ]);
    const reads: URL[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/usage_tracking')) reads.push(new URL(request.url()));
    });
    await openBilling(page, user);
    await expect(total(page, 'Messages')).toHaveText('107');
    await expect(total(page, 'API calls')).toHaveText('2');
    await expect(total(page, 'Storage')).toHaveText('1,500 MB');
    await expect(total(page, 'Cost')).toHaveText('$5.30');

    const period = page.getByRole('region', { name: 'This period' });
    await expect(period.getByText('7 of 10,000')).toBeVisible();
    await expect(period.getByText('$0.30')).toBeVisible();
    await expect(period.getByText('1,500 MB of 1 GB')).toBeVisible();
    await expect(period.getByRole('progressbar', { name: 'Storage' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );

    await expect(page.getByRole('table', { name: 'Latest 10 usage records' }).getByRole('row')).toHaveCount(
      6,
    );
    expect(reads[0]?.searchParams.get('user_id')).toBe(`eq.${user.id}`);
    expect(reads[0]?.searchParams.get('select')).toMatch(/^usage_type,quantity,cost/);
  },
);

test('shows usage by day as a chart and a table, and exports the records', async ({ page }) => {
  await openBilling(page);
  const part = page.getByRole('region', { name: 'Usage by day' });
  await expect(part.getByText('website-support').first()).toBeVisible();
  await part.getByRole('button', { name: '7 days' }).click();
  await part.getByRole('button', { name: 'Show as table' }).click();
  await expect(part.getByRole('row')).toHaveCount(8);
  await part.getByRole('button', { name: 'Cost' }).click();
  // Calls of the demo's own agents cost nothing.
  await expect(part.getByText('No costs in this period')).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^slipway-usage-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().split('\r\n');
  expect(lines[0]).toBe('time_utc,type,quantity,cost_usd,tokens,deployment_id,agent_id');
  expect(lines.length).toBeGreaterThan(1_000); // more than one request returns
  expect(new Set(lines).size).toBe(lines.length);
});
