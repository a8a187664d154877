/**
 * `/deployments` on the real database: the life of a deployment, its key, Undo, and two tabs. One file: all tests share how
 * they deploy and find a deployment.
 */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startSession } from '../../support/accounts';
import { asOperator, origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  expectedErrors: /Failed to load resource|Failed to fetch/,
});

const DEMO = 'd0000000-0000-4000-8000-000000000001';
const createdHere = `deployments?user_id=eq.${DEMO}&name=like.e2e-*`;

test.beforeEach(({ page }) => startSession(page));
test.afterEach(() => asOperator(createdHere, { method: 'DELETE' }));

const card = (page: Page, name: string) =>
  page.locator('main article').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function open(page: Page, query = '') {
  await page.goto(`/deployments${query}`);
  await expect(page.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible();
  await expect(card(page, 'website-support')).toBeVisible();
}

async function create(page: Page, name: string) {
  await page.getByRole('button', { name: 'New Deployment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Deployment' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Agent').selectOption({ label: 'Customer Support Bot' });
  await dialog.getByRole('button', { name: 'Create Deployment' }).dblclick();
  await expect(dialog).toHaveCount(0);
}

/** A deployment of the demo user that exists before the page opens. */
const insert = (name: string, status: 'active' | 'stopped') =>
  asOperator('deployments', {
    method: 'POST',
    body: JSON.stringify({
      ...{ name, status, user_id: DEMO, agent_id: 'a0000000-0000-4000-8000-000000000001' },
      ...{ api_key: `ak_${randomBytes(32).toString('hex')}`, endpoint_url: `${origin}/v1/agents/${name}` },
    }),
  });

interface Change {
  method: string;
  body: Record<string, unknown>;
}

/** Every later request that changes a deployment. */
function recordChanges(page: Page): readonly Change[] {
  const changes: Change[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/rest/v1/deployments') || request.method() === 'GET') return;
    const body = (request.postDataJSON() ?? {}) as Record<string, unknown>;
    changes.push({ method: request.method(), body });
  });
  return changes;
}

const statusOf = async (name: string) =>
  (
    (await (await asOperator(`deployments?name=eq.${name}&select=status`)).json()) as { status: string }[]
  ).map(({ status }) => status);

nightly('asks a visitor to sign in', { tag: ['@SHELL-07'] }, async ({ browser }) => {
  const visitor = await browser.newPage();
  await visitor.goto('/deployments');
  await expect(visitor.getByText('Access Denied')).toBeVisible();
  await visitor.close();
});

nightly(
  'a double click creates one pending deployment, shown first, which becomes active',
  {
    tag: [...['@DEP-25', '@DEP-29', '@DEP-31', '@DEP-32', '@DEP-41'], ...['@DEP-43', '@DEP-44', '@DEP-47']],
  },
  async ({ page }) => {
    await open(page);
    const changes = recordChanges(page);
    const created = card(page, 'e2e-life');

    await test.step('created', async () => {
      await create(page, 'e2e-life');
      await expect(page.getByText('Deployment created successfully!')).toHaveCount(1);
      await expect(page.locator('main article').first()).toContainText('e2e-life');
      await expect(created).toContainText('Pending');
      await expect(created.getByRole('button', { name: /^(Stop|Start|Retry) / })).toHaveCount(0);
    });
    await test.step('one insert, with the six columns', () => {
      const posts = changes.filter(({ method }) => method === 'POST');
      expect(posts).toHaveLength(1);
      expect(Object.keys(posts[0]?.body ?? {}).sort()).toEqual(
        ['agent_id', 'api_key', 'endpoint_url', 'name', 'status', 'user_id'].sort(),
      );
      expect(posts[0]?.body).toMatchObject({
        status: 'pending',
        api_key: expect.stringMatching(/^ak_[A-Za-z0-9]{32,}$/) as unknown,
        endpoint_url: expect.stringMatching(/\/v1\/agents\/e2e-life$/) as unknown,
      });
    });
    await test.step('active', async () => {
      await expect(created).toContainText('Active');
      await expect(page.getByText('Deployment is now active!')).toHaveCount(1);
      const activated = changes.find(({ method }) => method === 'PATCH')?.body;
      expect(activated?.status).toBe('active');
      expect(Math.abs(Date.now() - Date.parse(String(activated?.last_deployed_at)))).toBeLessThan(10_000);
      expect(await statusOf('e2e-life')).toEqual(['active']);
      await expect(created).toContainText('Last deployed');
      await expect(created.getByRole('button', { name: /^(Start|Retry) / })).toHaveCount(0);
    });
  },
);

nightly(
  'Stop stops a deployment and keeps the time it was last deployed',
  { tag: ['@DEP-45', '@DEP-48', '@DEP-49'] },
  async ({ page }) => {
    await open(page);
    await create(page, 'e2e-stop');
    const stopped = card(page, 'e2e-stop');
    await expect(stopped).toContainText('Active');
    const changes = recordChanges(page);
    await stopped.getByRole('button', { name: 'Stop e2e-stop' }).click();
    await expect(stopped).toContainText('Stopped');
    expect(changes.map(({ body }) => body)).toEqual([{ status: 'stopped', last_deployed_at: null }]);
    await expect(stopped.getByRole('button', { name: /^(Stop|Retry) / })).toHaveCount(0);
    const lastDeployed = await stopped.getByText('Last deployed').textContent();
    await page.reload();
    await expect(stopped.getByText('Last deployed')).toHaveText(lastDeployed ?? '');
  },
);

nightly(
  'Delete removes a deployment, and Undo restores it',
  { tag: ['@DEP-54', '@DEP-55'] },
  async ({ page }) => {
    await insert('e2e-delete', 'stopped');
    await open(page);
    const deleted = card(page, 'e2e-delete');
    await deleted.getByRole('button', { name: 'Delete e2e-delete' }).click();
    await expect(page.getByText('Deployment deleted successfully!')).toHaveCount(1);
    await expect(deleted).toHaveCount(0);
    expect(await statusOf('e2e-delete')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(deleted).toContainText('Stopped');
    expect(await statusOf('e2e-delete')).toEqual(['stopped']);
  },
);

test('a deployment stopped in one tab is stopped in the other', async ({ page, context }) => {
  await insert('e2e-tabs', 'active');
  await open(page);
  await expect(card(page, 'e2e-tabs')).toContainText('Active');
  const other = await context.newPage();
  await open(other);
  await other.getByRole('button', { name: 'Stop e2e-tabs' }).click();
  await expect(card(page, 'e2e-tabs')).toContainText('Stopped');
});

test('keys rotated in one tab, and a deployment deleted on another device, are known here', async ({
  page,
  context,
}) => {
  await insert('e2e-tabs', 'stopped');
  await open(page);
  const other = await context.newPage();
  await open(other);
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Details for e2e-tabs' }).click();
    await expect(each.getByRole('dialog').getByRole('button', { name: 'Rotate key' })).toBeVisible();
  }
  const keysOf = (each: Page) => each.getByRole('table', { name: 'Keys' }).getByText(/^ak_••••/);
  await expect(keysOf(page)).not.toHaveCount(0);
  const before = await keysOf(page).allTextContents();
  await other.getByRole('button', { name: 'Rotate key' }).click();
  await expect(other.getByText('Key rotated and copied')).toBeVisible();
  for (const each of [page, other]) await expect(keysOf(each)).not.toHaveText(before);
  await expect(keysOf(page)).toHaveText(await keysOf(other).allTextContents());

  // PostgREST reports success for an update of no row.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await asOperator('deployments?name=eq.e2e-tabs', { method: 'DELETE' });
  await page.getByRole('button', { name: 'Start e2e-tabs' }).click();
  await expect(page.getByText('That deployment no longer exists')).toBeVisible();
  await expect(card(page, 'e2e-tabs')).toHaveCount(0);
});

nightly(
  'a taken address keeps the dialog open with its values and an error at the name',
  { tag: ['@DEP-30', '@DB-45', '@T-27'] },
  async ({ page }) => {
    await open(page);
    await create(page, 'e2e-twice');
    await page.getByRole('button', { name: 'New Deployment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Deployment' });
    await dialog.getByLabel('Name').fill('e2e-TWICE');
    await dialog.getByLabel('Agent').selectOption({ label: 'Customer Support Bot' });
    await dialog.getByRole('button', { name: 'Create Deployment' }).click();
    await expect(page.getByText('Failed to create deployment')).toHaveCount(1);
    await expect(dialog.getByLabel('Name')).toHaveValue('e2e-TWICE');
    await expect(
      dialog.getByText('You already have a deployment with this name. Choose another.'),
    ).toBeVisible();
  },
);

for (const reply of ['500', 'no connection']) {
  nightly(
    `a list that cannot be loaded (${reply}) shows one message, and the console has the error`,
    { tag: ['@DEP-14', '@SES-63', '@T-91'] },
    async ({ page }) => {
      const logged: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.text());
      });
      await page.route('**/rest/v1/deployments?*', (route) =>
        reply === '500' ? route.fulfill({ status: 500, json: { message: 'broken' } }) : route.abort(),
      );
      await page.goto('/deployments');
      await expect(page.getByText('Failed to load data')).toHaveCount(1);
      await expect(page.getByText('Failed to load data')).toHaveCount(0);
      expect(logged.filter((text) => text.startsWith('a request failed AppError: '))).toHaveLength(1);
    },
  );
}

nightly('the longest name is whole in its endpoint on a phone', async ({ page }) => {
  const name = `e2e-${'a'.repeat(59)}`;
  await insert(name, 'active');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const [box, text] = [card(page, name).locator('code').nth(1), card(page, name).getByText(name).last()];
  await expect(text).toHaveText(`/${name}`);
  const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 };
  const shown = (await text.boundingBox()) ?? { x: 0, width: Infinity };
  expect(shown.x + shown.width).toBeLessThanOrEqual(x + width + 1);
});

nightly('details list the events, and rotate the key', async ({ page }) => {
  await open(page);
  await create(page, 'e2e-depth');
  await expect(card(page, 'e2e-depth')).toContainText('Active');
  await page.getByRole('button', { name: 'Details for e2e-depth' }).click();
  await expect(page).toHaveURL(/\?deployment=/);
  const dialog = page.getByRole('dialog', { name: 'e2e-depth' });
  await expect(dialog.getByText('Pending to Active')).toBeVisible();
  await expect(dialog.getByText('No calls yet')).toBeVisible();
  // The agent's picture has its category, as in the marketplace. One without a category has this symbol.
  await expect(dialog.getByText(/^Start a conversation with/)).toBeVisible();
  await expect(dialog.locator('[data-icon=agent]')).toHaveCount(0);
  await page.evaluate(() => navigator.clipboard.writeText('')); // an earlier test may have left a key
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^ak_[A-Za-z0-9]{49}$/);
  const key = await copied();
  // Spend limits name the key too, once they are loaded.
  await expect(dialog.getByText(`ak_••••${key.slice(-4)}`).first()).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: 'Expires ' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/\?deployment=/);
});
