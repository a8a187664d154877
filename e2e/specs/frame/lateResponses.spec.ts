/** Responses that come more than 500 ms after a press, when browsers no longer excuse what they move, move nothing. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { newUser, type NewUser, startSession } from '../../support/accounts';
import { nextFrames } from '../../support/frames';
import { delayParts, MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { asOperator, origin } from '../../support/server';
import { expect, test } from '../../support/test';

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

test('an agent is configured, saved and deleted (23)', async ({ page }) => {
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

test('a deployment is deleted and restored (23)', async ({ page }) => {
  const own = { user_id: user.id, agent_id: 'a0000000-0000-4000-8000-000000000001', status: 'active' };
  await insert(
    'deployments',
    names.map((name) => ({
      ...{ ...own, name, endpoint_url: `${origin}/v1/agents/${name.toLowerCase()}` },
      api_key: `ak_${randomBytes(32).toString('hex')}`,
    })),
  );
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
