/**
 * The product's promise in one go, recorded: an agent of one person is deployed by another from a link, answers curl
 * and OpenAI's client two seconds later, is counted and billed, changes its key, is stopped, started and deleted.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { curlPath } from '@slipway/repo/bootstrap/curl.mjs';
import OpenAI from 'openai';
import { newUser, signIn } from '../../support/accounts';
import { asOperator, origin } from '../../support/server';
import { expect, test } from '../../support/test';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], trace: 'on' });

const PRICE = 0.05;
const NAME = 'support-line';
const endpoint = `${origin}/v1/agents/${NAME}`;

/** Seconds for which the replaced key goes on working, in place of the day that the page offers. */
const OVERLAP = 3;

interface Answered {
  status: number;
  body: { message?: { content: string }; cost?: number; detail?: string };
}

/** Asks the endpoint with the curl that people have. */
async function curl(key: string): Promise<Answered> {
  const { stdout } = await promisify(execFile)(curlPath(), [
    ...['--silent', '--show-error', '--write-out', '\n%{http_code}', endpoint],
    ...['--header', `Authorization: Bearer ${key}`, '--header', 'Content-Type: application/json'],
    ...['--data', '{"message": "Where is my parcel?"}'],
  ]);
  const [body = '', status] = stdout.split(/\n(?=\d+$)/);
  return { status: Number(status), body: JSON.parse(body) as Answered['body'] };
}

/** Runs what the page gives to copy, as it is. */
async function runSnippet(snippet: string, key: string): Promise<string> {
  const env = { ...process.env, SLIPWAY_API_KEY: key };
  return (await promisify(execFile)('sh', ['-c', snippet], { env })).stdout;
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
  // The bill that names it stays; the marketplace is again what the other tests begin with.
  const body = JSON.stringify({ is_public: false });
  await asOperator('agents?name=eq.Parcel%20Helper', { method: 'PATCH', body });
});

test(
  'deploy from a link, call with curl and openai, see it counted, rotate the key, stop, start, delete',
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
    test.setTimeout(90_000); // a life, with its waits
    const creator = await newUser();
    const person = await newUser();
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
      await signIn(page, person);
      await page.goto(`/deployments?agent=${agentId}`);
      await page.getByRole('button', { name: 'New Deployment' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Deployment' });
      await expect(dialog.getByLabel('Agent')).toHaveValue(agentId);
      await dialog.getByLabel('Name').fill(NAME);
      await dialog.getByRole('button', { name: 'Create Deployment' }).click();
      await expect(page.getByText('Deployment created successfully!')).toHaveCount(1);
      await expect(card(page)).toContainText('Pending');
      await page.waitForTimeout(2_000);
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

    await test.step('call it with curl, and with the example that the page gives', async () => {
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

    await test.step('call it with the openai package, whole and streamed', async () => {
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
    await test.step('the call on the page of deployments', async () => {
      await page.reload();
      const details = await openDetails(page);
      const rows = details.getByRole('table', { name: 'Recent calls' }).getByRole('row');
      await expect(rows).toHaveCount(calls + 1);
      await expect(rows.nth(1)).toContainText('200');
      await expect(rows.nth(1)).toContainText(`$${PRICE.toFixed(4)}`);
      await page.keyboard.press('Escape');
    });
    await test.step('the use and the cost on the page of billing', async () => {
      await page.goto('/billing');
      const totals = page.getByRole('region', { name: 'In total' });
      const total = (name: string) => totals.locator('dl', { hasText: name }).locator('dd').first();
      await expect(total('Messages')).toHaveText(String(calls));
      await expect(total('API calls')).toHaveText(String(calls));
      await expect(total('Cost')).toHaveText(cost);
    });
    await test.step('the same on the dashboard of whoever made the agent', async () => {
      const theirs = await browser.newPage();
      await signIn(theirs, creator);
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

    const newKey = await test.step('change the key: the old one works until the overlap ends', async () => {
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
      await expect(page.getByText('Key rotated')).toHaveCount(1);
      await expect.poll(() => copied(page)).toMatch(/^ak_/);
      const text = await copied(page);
      expect(text).not.toBe(key);
      expect((await curl(key)).status).toBe(200);
      expect((await curl(text)).status).toBe(200);
      await page.waitForTimeout(OVERLAP * 1_000);
      const refused = await curl(key);
      expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining('past its end')]);
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
    await test.step('start: it answers two seconds later', async () => {
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

test(
  'the tab is closed one second after creating: active all the same, and answering',
  { tag: ['@DEP-58', '@T-25'] },
  async ({ page }) => {
    const person = await newUser();
    await signIn(page, person);
    await page.goto('/deployments?agent=a0000000-0000-4000-8000-000000000005');
    const inserted = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/rest/v1/deployments'),
    );
    await page.getByRole('button', { name: 'New Deployment' }).click();
    await page.getByLabel('Name').fill(NAME);
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    const { api_key: key } = (await inserted).request().postDataJSON() as { api_key: string };
    await page.waitForTimeout(1_000);
    await page.close();
    const mine = `deployments?user_id=eq.${person.id}&select=status`;
    expect(await (await asOperator(mine)).json()).toEqual([{ status: 'pending' }]);
    // Nothing of this person's asks for it: no page is open.
    await expect.poll(async () => (await asOperator(mine)).json()).toEqual([{ status: 'active' }]);
    expect((await curl(key)).status).toBe(200);
  },
);
