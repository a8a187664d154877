/** `/deployments` on the real database: a deployment's life, its key, its undoing, and two tabs. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demo, signIn } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], expectedErrors: /Failed to load resource/ });

const DEMO = 'd0000000-0000-4000-8000-000000000001';
const mine = `deployments?user_id=eq.${DEMO}&name=like.e2e-*`;

test.beforeEach(async ({ page }) => {
  await asOperator(mine, { method: 'DELETE' });
  await signIn(page);
});
test.afterAll(() => asOperator(mine, { method: 'DELETE' }));

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

const statusOf = async (name: string) =>
  (
    (await (await asOperator(`deployments?name=eq.${name}&select=status`)).json()) as { status: string }[]
  ).map(({ status }) => status);

test('a visitor is asked to sign in first', { tag: ['@SHELL-07'] }, async ({ browser }) => {
  const visitor = await browser.newPage();
  await visitor.goto('/deployments');
  await expect(visitor.getByText('Access Denied')).toBeVisible();
  await visitor.close();
});

test(
  'a life: created once, active, stopped, started, deleted, and back by Undo',
  {
    tag: [
      '@DEP-25',
      '@DEP-29',
      '@DEP-31',
      '@DEP-32',
      '@DEP-41',
      '@DEP-43',
      '@DEP-44',
      '@DEP-45',
      '@DEP-47',
      '@DEP-48',
      '@DEP-49',
      '@DEP-50',
      '@DEP-52',
      '@DEP-54',
      '@DEP-55',
    ],
  },
  async ({ page }) => {
    await open(page);
    const sent: { method: string; url: string; body: Record<string, unknown> }[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/rest/v1/deployments') || request.method() === 'GET') return;
      const body = (request.postDataJSON() ?? {}) as Record<string, unknown>;
      sent.push({ method: request.method(), url: request.url(), body });
    });
    await create(page, 'e2e-life');
    await expect(page.getByText('Deployment created successfully!')).toHaveCount(1);
    await expect(page.locator('main article').first()).toContainText('e2e-life');
    const posts = sent.filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1);
    expect(Object.keys(posts[0]?.body ?? {}).sort()).toEqual(
      ['agent_id', 'api_key', 'endpoint_url', 'name', 'status', 'user_id'].sort(),
    );
    expect(posts[0]?.body.status).toBe('pending');
    expect(posts[0]?.body.api_key).toMatch(/^ak_[A-Za-z0-9]{32,}$/);
    expect(posts[0]?.body.endpoint_url).toMatch(/\/v1\/agents\/e2e-life$/);

    const life = card(page, 'e2e-life');
    await expect(life).toContainText('Pending');
    await expect(life.getByRole('button', { name: /^(Stop|Start|Retry) / })).toHaveCount(0);
    await expect(life).toContainText('Active');
    await expect(page.getByText('Deployment is now active!')).toHaveCount(1);
    const activated = sent.find(({ method }) => method === 'PATCH')?.body;
    expect(activated?.status).toBe('active');
    expect(Math.abs(Date.now() - Date.parse(String(activated?.last_deployed_at)))).toBeLessThan(10_000);
    expect(await statusOf('e2e-life')).toEqual(['active']);
    await expect(life).toContainText('Last deployed');

    await expect(life.getByRole('button', { name: /^(Start|Retry) / })).toHaveCount(0);
    await life.getByRole('button', { name: 'Stop e2e-life' }).click();
    await expect(life).toContainText('Stopped');
    expect(sent.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({
      status: 'stopped',
      last_deployed_at: null,
    });
    const before = await life.getByText('Last deployed').textContent();
    await page.reload();
    await expect(life.getByText('Last deployed')).toHaveText(before ?? '');

    await expect(life.getByRole('button', { name: /^(Stop|Retry) / })).toHaveCount(0);
    await life.getByRole('button', { name: 'Start e2e-life' }).click();
    await expect(life).toContainText('Deploying');
    await expect(life).toContainText('Active');

    await life.getByRole('button', { name: 'Delete e2e-life' }).click();
    await expect(page.getByText('Deployment deleted successfully!')).toHaveCount(1);
    await expect(life).toHaveCount(0);
    expect(await statusOf('e2e-life')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(life).toContainText('Active');
    expect(await statusOf('e2e-life')).toEqual(['active']);
  },
);

test(
  'leaving one second after creating: active all the same',
  { tag: ['@DEP-58', '@T-25'] },
  async ({ page }) => {
    await open(page);
    await create(page, 'e2e-left');
    await page.waitForTimeout(1000);
    await page.goto('about:blank');
    await page.waitForTimeout(1500);
    await open(page);
    await expect(card(page, 'e2e-left')).toContainText('Active');
    expect(await statusOf('e2e-left')).toEqual(['active']);
  },
);

test(
  'the key is masked, copied whole; the endpoint is copied, and opened without an opener',
  { tag: ['@DEP-10', '@DEP-11', '@DEP-12', '@DEP-13', '@T-26'] },
  async ({ page }) => {
    await open(page);
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && /deployments/.test(request.url()),
    );
    await create(page, 'e2e-copy');
    const { api_key: key } = (await posted).postDataJSON() as { api_key: string };
    const copies = card(page, 'e2e-copy');
    await expect(copies).toContainText(`ak_••••${key.slice(-4)}`);
    expect(await page.content()).not.toContain(key);

    await copies.getByRole('button', { name: 'Copy API key of e2e-copy' }).click();
    await expect(page.getByText('Copied to clipboard!')).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    await copies.getByRole('button', { name: 'Copy endpoint of e2e-copy' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\/v1\/agents\/e2e-copy$/);
    const link = copies.getByRole('link', { name: 'Open endpoint of e2e-copy in a new tab' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  },
);

test('what is stopped in one tab is stopped in the other', async ({ page, context }) => {
  await open(page);
  await create(page, 'e2e-tabs');
  await expect(card(page, 'e2e-tabs')).toContainText('Active');
  const other = await context.newPage();
  await open(other);
  await other.getByRole('button', { name: 'Stop e2e-tabs' }).click();
  await expect(card(page, 'e2e-tabs')).toContainText('Stopped');
});

test(
  'a link suggests an agent and opens nothing; an unknown one is ignored; nothing is sent without a name',
  { tag: ['@DEP-15', '@DEP-16', '@DEP-20', '@DEP-21', '@DEP-22', '@T-28'] },
  async ({ page }) => {
    const agent = 'a0000000-0000-4000-8000-000000000005';
    await open(page, `?agent=${agent}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'New Deployment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Deployment' });
    await expect(dialog.getByLabel('Agent')).toHaveValue(agent);
    await expect(dialog.getByLabel('Name')).toHaveAttribute('placeholder', 'my-chatbot-v1');

    for (const unknown of ['nonsense', 'a0000000-0000-4000-8000-0000000000ff']) {
      await open(page, `?agent=${unknown}`);
      await page.getByRole('button', { name: 'New Deployment' }).click();
      await expect(dialog.getByLabel('Agent')).toHaveValue('');
      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/rest/v1/deployments'))
          posts.push(request.url());
      });
      await dialog.getByRole('button', { name: 'Create Deployment' }).click();
      await expect(dialog.getByText('Enter a name')).toBeVisible();
      await dialog.getByLabel('Name').fill('named');
      await dialog.getByRole('button', { name: 'Create Deployment' }).click();
      await expect(dialog.getByText('Choose an agent', { exact: true }).last()).toBeVisible();
      expect(posts).toEqual([]);
    }
  },
);

test(
  'an address taken already: the toast, the dialog stays with its values, the field says why',
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
    await expect(dialog.getByText('Another deployment of yours has this address')).toBeVisible();
  },
);

test('details: the key is replaced, and what happened is listed', async ({ page }) => {
  await open(page);
  await create(page, 'e2e-depth');
  await expect(card(page, 'e2e-depth')).toContainText('Active');
  await page.getByRole('button', { name: 'Details of e2e-depth' }).click();
  await expect(page).toHaveURL(/\?deployment=/);
  const dialog = page.getByRole('dialog', { name: 'e2e-depth' });
  await expect(dialog.getByText('Pending to Active')).toBeVisible();
  await expect(dialog.getByText('Nobody has called it yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make a new key' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^ak_[A-Za-z0-9]{49}$/);
  const key = await copied();
  await expect(dialog.getByText(`ak_••••${key.slice(-4)}`)).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: 'Until ' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/\?deployment=/);
});

test(
  'a session that is not fresh: the password is asked for, a wrong one is said, the right one copies the key',
  { tag: ['@T-26'] },
  async ({ page }) => {
    await open(page);
    await create(page, 'e2e-fresh');
    let isOld = true;
    await page.route('**/rpc/reveal_deployment_key', (route) =>
      isOld
        ? route.fulfill({
            status: 403,
            json: { code: 'PT403', message: 'Sign in again', hint: 'reauthenticate' },
          })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Copy API key of e2e-fresh' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
    await expect(dialog.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await dialog.getByLabel('Password').fill('not-the-password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('This password is not right')).toBeVisible();
    isOld = false;
    await dialog.getByLabel('Password').fill(demo.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^ak_[A-Za-z0-9]{49}$/);
  },
);

test('revoking is asked about first; then no key works, and the table says so', async ({ page }) => {
  await open(page);
  await create(page, 'e2e-revoke');
  await page.getByRole('button', { name: 'Details of e2e-revoke' }).click();
  const dialog = page.getByRole('dialog', { name: 'e2e-revoke', exact: true });
  await expect(dialog.getByRole('cell', { name: 'Works' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke all keys' }).click();
  const asking = page.getByRole('dialog', { name: 'Revoke all keys of e2e-revoke?' });
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('cell', { name: 'Works' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke all keys' }).click();
  await asking.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('No key opens this deployment any more')).toHaveCount(1);
  await expect(dialog.getByRole('cell', { name: 'Revoked' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390, 320]) {
    test(`axe finds nothing in the list, the dialog and the details: ${colorScheme}, ${String(width)} px`, async ({
      page,
    }) => {
      const check = async (name: string) => {
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        expect(
          violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `sideways scroll: ${name}`).toBeLessThanOrEqual(0);
      };
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await open(page);
      await check('list');
      await page.getByRole('button', { name: 'New Deployment' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('new');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Details of website-support' }).click();
      await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible();
      await check('details');
      await page.screenshot({ path: `test-results/shots/details-${String(width)}-${colorScheme}.png` });
      await page.keyboard.press('Escape');
      await page.screenshot({ path: `test-results/shots/list-${String(width)}-${colorScheme}.png` });
    });
  }
}
