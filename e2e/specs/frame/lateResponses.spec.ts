/**
 * Responses that come more than 500 ms after a press, when browsers no longer excuse what they move, move nothing.
 * One file: all tests share the account and the delay. Nightly, more pages and forms.
 */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { newUser, type NewUser, startSession } from '../../support/accounts';
import { nextFrames } from '../../support/frames';
import { hold } from '../../support/hold';
import { delayParts, MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { asOperator, origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
let user: NewUser;

const insert = (table: string, rows: object[]) =>
  asOperator(table, { method: 'POST', body: JSON.stringify(rows) });

test.beforeEach(async ({ page }) => {
  user = await newUser();
  await startSession(page, user);
  await watchShifts(page);
  await delayParts(page, 700);
});
test.afterEach(async () => {
  await asOperator(`deployments?user_id=eq.${user.id}`, { method: 'DELETE' });
  await asOperator(`agents?creator_id=eq.${user.id}`, { method: 'DELETE' });
});

async function expectNoShift(page: Page, where: string) {
  await nextFrames(page, 18);
  const { sum, sources } = await readShifts(page);
  expect(sum, `${where}: ${sources.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT);
}

nightly('an agent is configured, saved and deleted (23)', async ({ page }) => {
  const own = { creator_id: user.id, description: 'Helps', category: 'sales', status: 'draft' };
  await insert(
    'agents',
    names.map((name) => ({ ...own, name })),
  );
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Configure Second' }).click();
  await page.getByLabel('Description').fill('Helps more');
  // Its tools come later than the form.
  await expect(page.getByRole('group', { name: 'Add a server' })).toBeVisible();
  await expectNoShift(page, 'the form opens');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('article').getByText('Helps more')).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await expectNoShift(page, 'the form is saved');
  await page.getByRole('button', { name: 'More actions for Second' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Agent deleted')).toBeVisible();
  await expectNoShift(page, 'the agent is deleted');
});

test.describe('with errors', () => {
  test.use({ expectedErrors: /50[02]/ });
  test('a server of tools is added, and another fails', async ({ page }) => {
    const own = {
      creator_id: user.id,
      name: 'First',
      description: 'Helps',
      category: 'sales',
      status: 'draft',
    };
    await insert('agents', [own]);
    const tool = { description: 'Searches the notes of the team', input_schema: {}, is_read_only: true };
    await page.route('**/v1/tools', (route) => {
      const isKnown = route.request().postData()?.includes('notes.example');
      const tools = names.map((name) => ({ ...tool, name }));
      return route.fulfill(isKnown ? { json: { tools } } : { status: 502, json: { detail: 'no server' } });
    });
    await page.route('**/rpc/set_agent_tool_secret', (route) => route.fulfill({ json: null }));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/agents');
      await page.getByRole('button', { name: 'Configure First' }).click();
      const add = page.getByRole('group', { name: 'Add a server' });
      const list = async (url: string) => {
        await add.getByRole('textbox', { name: 'Address of the server' }).fill(url);
        await add.getByRole('button', { name: 'List its tools' }).click();
      };
      await list('https://notes.example/mcp');
      await expect(page.getByText('5 of 5 tools chosen')).toBeVisible();
      await expectNoShift(page, `the server is added at ${String(width)} px`);
      await list('https://other.example/mcp');
      await expect(page.getByText('Its tools are not known.')).toBeVisible();
      await expectNoShift(page, `the server fails at ${String(width)} px`);
    }
  });

  test('a save is rejected: nothing moves until the user is back in the form', async ({ page }) => {
    const own = { creator_id: user.id, description: 'Helps', category: 'sales', status: 'draft' };
    await insert(
      'agents',
      names.map((name) => ({ ...own, name })),
    );
    await page.route('**/rpc/configure_agent', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/agents');
    await page.getByRole('button', { name: 'Configure Second' }).click();
    await page.getByLabel('Description').fill('Helps more');
    await expect(page.getByRole('group', { name: 'Add a server' })).toBeVisible();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Couldn’t save your changes')).toBeVisible();
    const back = page.getByRole('button', { name: 'Back to the form' });
    await expect(back).toBeFocused();
    await expectNoShift(page, 'the failure');
    await back.click();
    await expect(page.getByLabel('Description')).toHaveValue('Helps more');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused();
    await expectNoShift(page, 'back in the form');
  });
});

async function deployAll(): Promise<void> {
  const own = { user_id: user.id, agent_id: 'a0000000-0000-4000-8000-000000000001', status: 'active' };
  await insert(
    'deployments',
    names.map((name) => ({
      ...{ ...own, name, endpoint_url: `${origin}/v1/agents/${name.toLowerCase()}` },
      api_key: `ak_${randomBytes(32).toString('hex')}`,
    })),
  );
}

nightly('a deployment is deleted and restored (23)', async ({ page }) => {
  await deployAll();
  await page.goto('/deployments');
  const remove = page.getByRole('button', { name: 'Delete Second' });
  const calls = page.waitForResponse('**/rest/v1/deployment_calls?*');
  // The pointer comes before the press.
  await remove.hover();
  await calls;
  await remove.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Deployment restored')).toBeVisible();
  await expectNoShift(page, 'the deployment is deleted and restored');
});

nightly('a webhook is added (23)', async ({ page }) => {
  await deployAll();
  await page.goto('/deployments');
  await page.getByRole('button', { name: 'Details for Second' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second' });
  await dialog.getByRole('button', { name: 'Add a webhook…' }).click();
  await dialog.getByLabel('Address').fill('https://example.com/hook');
  await expectNoShift(page, 'the form opens');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy secret' })).toBeFocused();
  await expect(dialog.getByText(/^whsec_[^•]{44}$/)).toBeVisible();
  await expectNoShift(page, 'the webhook is added');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete webhook https://example.com/hook' })).toBeVisible();
  await expectNoShift(page, 'the webhook is listed');
});

nightly('an agent is created while the list loads (23)', async ({ page }) => {
  // The list comes after the response to the creation, with the new agent.
  const { held, release } = hold();
  await page.route('**/rest/v1/agents?*', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await page.getByLabel('Name').fill('First');
  await page.getByLabel('Description').fill('Helps');
  await page.getByRole('form').getByRole('button', { name: 'Create Agent' }).click();
  await expect(page.getByText('Agent created successfully!')).toBeVisible();
  release();
  const own = page.getByRole('region', { name: 'Your agents' });
  await expect(own.getByRole('article')).toHaveText([/^First/]);
  await expect(own.locator('[data-skeleton]')).toHaveCount(0);
  await expectNoShift(page, 'the agent is created');
});

nightly('the preview of an agent opens: its notes and a kept conversation move nothing', async ({ page }) => {
  const changelog = 'Answers faster, and asks before it books.';
  await page.route('**/rpc/list_agent_versions', (route) =>
    route.fulfill({ json: [3, 2].map((version) => ({ version, changelog, created_at: new Date() })) }),
  );
  const key = `slipway.user.${user.id}.agents.conversation.a0000000-0000-4000-8000-000000000001`;
  const kept = { at: Date.now(), turns: [{ question: 'Hi', answer: 'Hello there', state: 'done' }] };
  await page.addInitScript(
    ([name, value]) => {
      localStorage.setItem(name ?? '', value ?? '');
    },
    [key, JSON.stringify(kept)],
  );
  // All of it is in the window.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto('/marketplace');
  await page.getByRole('button', { name: 'Preview Customer Support Bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer Support Bot' });
  await expect(dialog.getByText('Hello there')).toBeVisible();
  await expect(dialog.getByText(changelog).first()).toBeVisible();
  await expect(dialog.locator(':is([data-skeleton], [aria-busy=true])')).toHaveCount(0);
  await expectNoShift(page, 'the preview');
});

nightly('the marketplace is filtered (23)', async ({ page }) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('button', { name: 'Sales', exact: true }).click();
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
  await expectNoShift(page, 'fewer results');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await expectNoShift(page, 'more results');
});

test('the marketplace is filtered while a card has the focus, which stays', async ({ page }) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('searchbox').fill('sales');
  const preview = page.getByRole('button', { name: 'Preview Sales Assistant' });
  await preview.focus();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeHidden();
  await expectNoShift(page, 'fewer results');
  await expect(preview).toBeFocused();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('a deployment is deleted (23)', async ({ page }) => {
    await deployAll();
    await page.goto('/deployments');
    await page.getByRole('button', { name: 'Delete Second' }).tap();
    await expect(page.getByText('Deployment deleted')).toBeVisible();
    await expectNoShift(page, 'the deployment is deleted');
  });
});
