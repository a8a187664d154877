/**
 * The product's promise in one test, at night recorded as a trace: a user deploys another user's agent from a link, calls it
 * with curl and OpenAI's client two seconds later, sees usage and cost, rotates the key, stops, starts and deletes it.
 * One file, because each step needs the one before.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { curlPath } from '@slipway/repo/bootstrap/curl.mjs';
import OpenAI from 'openai';
import { newUser, startSession } from '../../support/accounts';
import { asOperator, origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
// Only at night: another value of `trace`, even the default, needs another worker and browser.
if (isNightly) test.use({ trace: 'on' });

const PRICE = 0.05;
const NAME = 'support-line';
const endpoint = `${origin}/v1/agents/${NAME}`;

/** Seconds for which a replaced key still works, in place of the day that the page offers. */
const OVERLAP = 6;

interface CallResult {
  status: number;
  body: { message?: { content: string }; cost?: number; detail?: string };
}

/** Calls the endpoint with the machine's curl. */
async function curl(key: string): Promise<CallResult> {
  const { stdout } = await promisify(execFile)(curlPath(), [
    ...['--silent', '--show-error', '--write-out', '\n%{http_code}', endpoint],
    ...['--header', `Authorization: Bearer ${key}`, '--header', 'Content-Type: application/json'],
    ...['--data', '{"message": "Where is my parcel?"}'],
  ]);
  const [body = '', status] = stdout.split(/\n(?=\d+$)/);
  return { status: Number(status), body: JSON.parse(body) as CallResult['body'] };
}

/** Runs the example that the page offers, unchanged. */
async function runSnippet(snippet: string, key: string): Promise<string> {
  const env = { ...process.env, SLIPWAY_API_KEY: key };
  return (await promisify(execFile)('sh', ['-c', snippet], { env })).stdout;
}

/** Runs a command as in a terminal, where the user pastes the key. */
async function runAsTyped(command: string, key: string): Promise<string> {
  const running = promisify(execFile)('bash', ['-c', command]);
  running.child.stdin?.end(`${key}\n`);
  return (await running).stdout;
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const card = (page: Page) =>
  page.locator('main article').filter({ has: page.getByRole('heading', { name: NAME, exact: true }) });

async function openDetails(page: Page) {
  await card(page)
    .getByRole('button', { name: `Details for ${NAME}` })
    .click();
  const details = page.getByRole('dialog', { name: NAME });
  await expect(details).toBeVisible();
  return details;
}

test.afterEach(async () => {
  // Usage records refer to the agent, so it stays; hidden, it does not count in other tests.
  const body = JSON.stringify({ is_public: false });
  await asOperator('agents?name=eq.Parcel%20Helper', { method: 'PATCH', body });
});

test(
  'deploys from a link, calls with curl and openai, sees usage, rotates the key, stops, starts and deletes',
  {
    tag: [
      '@DEP-10',
      '@DEP-11',
      '@DEP-12',
      '@DEP-15',
      '@DEP-29',
      '@DEP-43',
      '@DEP-55',
      '@BILL-12',
      '@BILL-13',
      '@BILL-15',
      '@T-26',
    ],
  },
  async ({ page, browser }) => {
    test.setTimeout(90_000);
    const creator = await newUser();
    const user = await newUser();
    const made = await asOperator('agents', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({
        ...{ name: 'Parcel Helper', category: 'customer-service', creator_id: creator.id },
        ...{ pricing_model: 'per_message', price_per_message: PRICE, is_public: true, status: 'active' },
      }),
    });
    const [agent] = (await made.json()) as { id: string }[];
    const agentId = agent?.id ?? '';
    let calls = 0;

    await test.step('deploy from a link', async () => {
      await startSession(page, user);
      await page.goto(`/deployments?agent=${agentId}`);
      await page.getByRole('button', { name: 'New Deployment' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Deployment' });
      await expect(dialog.getByLabel('Agent')).toHaveValue(agentId);
      await dialog.getByLabel('Name').fill(NAME);
      await dialog.getByRole('button', { name: 'Create Deployment' }).click();
      await expect(page.getByText('Deployment created successfully!')).toHaveCount(1);
      await expect(card(page)).toContainText('Pending');
      await expect(page.getByText('Deployment is now active!')).toHaveCount(1);
      await expect(card(page)).toContainText('Active');
    });

    const key = await test.step('copy the key', async () => {
      await page.getByRole('button', { name: 'Copy key', exact: true }).click();
      await expect(page.getByText('Copied to clipboard!')).toHaveCount(1);
      const text = await copied(page);
      expect(text).toMatch(/^ak_[A-Za-z0-9]{49}$/);
      expect(await page.content()).not.toContain(text);
      await page.getByRole('button', { name: `Copy endpoint of ${NAME}` }).click();
      await expect.poll(() => copied(page)).toBe(endpoint);
      return text;
    });

    await test.step('the printed command calls it, and the page sees the call arrive', async () => {
      const first = page.getByRole('region', { name: `Call ${NAME}` });
      await expect(first.getByText('Waiting for the first call…')).toBeVisible();
      await first.getByRole('button', { name: 'Copy code' }).click();
      await expect.poll(() => copied(page)).toMatch(/^read -rs SLIPWAY_API_KEY/);
      expect(JSON.parse(await runAsTyped(await copied(page), key))).toMatchObject({ cost: PRICE });
      await expect(first.getByText(/^Call arrived: 200, /)).toBeVisible();
      await expect(page).toHaveURL(/\/deployments$/);
      calls += 1;
    });

    await test.step('call it with curl, and with the example of the page', async () => {
      const { status, body } = await curl(key);
      expect([status, body.cost]).toEqual([200, PRICE]);
      expect(body.message?.content).toContain('Parcel Helper');
      const details = await openDetails(page);
      await details.getByRole('button', { name: 'Copy code' }).click();
      await expect.poll(() => copied(page)).toMatch(/^curl /);
      expect(JSON.parse(await runSnippet(await copied(page), key))).toMatchObject({ cost: PRICE });
      await page.keyboard.press('Escape');
      calls += 2;
    });

    await test.step('call it with the openai package, as one response and streamed', async () => {
      const client = new OpenAI({ apiKey: key, baseURL: endpoint, maxRetries: 0 });
      const messages = [{ role: 'user' as const, content: 'Where is my parcel?' }];
      const whole = await client.chat.completions.create({ model: NAME, messages });
      expect(whole.choices[0]?.message.content).toContain('Parcel Helper');
      expect(whole.usage?.total_tokens).toBeGreaterThan(0);
      let text = '';
      for await (const part of await client.chat.completions.create({ model: NAME, messages, stream: true }))
        text += part.choices[0]?.delta.content ?? '';
      expect(text).toBe(whole.choices[0]?.message.content);
      calls += 2;
    });

    const cost = `$${(calls * PRICE).toFixed(2)}`;
    await test.step('the calls on the deployments page', async () => {
      await page.reload();
      const details = await openDetails(page);
      const rows = details.getByRole('table', { name: 'Recent calls' }).getByRole('row');
      await expect(rows).toHaveCount(calls + 1);
      await expect(rows.nth(1)).toContainText('200');
      await expect(rows.nth(1)).toContainText(`$${PRICE.toFixed(4)}`);
      await page.keyboard.press('Escape');
    });
    await test.step('usage and cost on the billing page', async () => {
      await expect(page.getByRole('dialog', { name: NAME })).toBeHidden();
      await page.goto('/billing');
      const totals = page.getByRole('region', { name: 'In total' });
      const total = (name: string) => totals.locator('dl', { hasText: name }).locator('dd').first();
      await expect(total('Messages')).toHaveText(String(calls));
      await expect(total('API calls')).toHaveText(String(calls));
      await expect(total('Cost')).toHaveText(cost);
    });
    await test.step('the same on the dashboard of the creator', async () => {
      const theirs = await browser.newPage({ baseURL: origin });
      await startSession(theirs, creator);
      await theirs.goto('/dashboard');
      const figure = (label: string) =>
        theirs
          .locator('main dl', { has: theirs.getByText(label, { exact: true }) })
          .locator('dd')
          .first();
      await expect(figure('Interactions')).toHaveText(String(calls));
      await expect(figure('Active Users')).toHaveText('1');
      await expect(figure('Revenue')).toHaveText(cost);
      await theirs.close();
    });

    const newKey = await test.step('rotate the key: the old one works until the overlap ends', async () => {
      await page.goto('/deployments');
      await page.route('**/rpc/rotate_deployment_key', (route) =>
        route.continue({
          postData: JSON.stringify({
            ...(route.request().postDataJSON() as object),
            overlap: `${String(OVERLAP)} seconds`,
          }),
        }),
      );
      const details = await openDetails(page);
      await details.getByRole('button', { name: 'Rotate key' }).click();
      await expect(page.getByText('Key rotated')).toHaveCount(1, { timeout: 30_000 });
      await expect.poll(() => copied(page)).toMatch(/^ak_/);
      const text = await copied(page);
      expect(text).not.toBe(key);
      expect((await curl(key)).status).toBe(200);
      expect((await curl(text)).status).toBe(200);
      await expect.poll(async () => (await curl(key)).status, { timeout: 30_000 }).toBe(401);
      expect((await curl(key)).body.detail).toBe('Invalid, revoked or expired API key');
      expect((await curl(text)).status).toBe(200);
      await page.keyboard.press('Escape');
      return text;
    });

    await test.step('stop: 403', async () => {
      await card(page)
        .getByRole('button', { name: `Stop ${NAME}` })
        .click();
      await expect(card(page)).toContainText('Stopped');
      expect((await curl(newKey)).status).toBe(403);
    });
    await test.step('start: it responds again', async () => {
      await card(page)
        .getByRole('button', { name: `Start ${NAME}` })
        .click();
      await expect(card(page)).toContainText('Active');
      expect((await curl(newKey)).status).toBe(200);
    });
    await test.step('delete: 404', async () => {
      await card(page)
        .getByRole('button', { name: `Delete ${NAME}` })
        .click();
      const confirm = page.getByRole('dialog', { name: `Delete ${NAME}?` });
      await confirm.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Deployment deleted successfully!')).toHaveCount(1);
      await expect(card(page)).toHaveCount(0);
      expect((await curl(newKey)).status).toBe(404);
    });
  },
);

nightly(
  'a deployment becomes active and responds although its tab was closed',
  { tag: ['@DEP-58', '@T-25'] },
  async ({ page }) => {
    const user = await newUser();
    await startSession(page, user);
    await page.goto('/deployments?agent=a0000000-0000-4000-8000-000000000005');
    const inserted = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/rest/v1/deployments'),
    );
    await page.getByRole('button', { name: 'New Deployment' }).click();
    await page.getByLabel('Name').fill(NAME);
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    const { api_key: key } = (await inserted).request().postDataJSON() as { api_key: string };
    await page.close();
    const mine = `deployments?user_id=eq.${user.id}&select=status`;
    expect(await (await asOperator(mine)).json()).toEqual([{ status: 'pending' }]);
    // No page of this user is open.
    await expect.poll(async () => (await asOperator(mine)).json()).toEqual([{ status: 'active' }]);
    expect((await curl(key)).status).toBe(200);
  },
);
