/**
 * docs/runbook.md, "Back up and restore the database", in a clone: what was in the backup is there again, works with the
 * keys of its users, and takes the next deploy (21.6).
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn } from '../../support/accounts';
import { type Clone, cloneHome, cloneOrigin, startClone } from '../../support/clone';
import { documented } from '../../support/documentedCommands';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';
import { changeText } from '../../support/workspaceCopy';

test.skip(!isNightly, 'it builds a clone: TEST_TIER=nightly');
test.use({ baseURL: cloneOrigin, permissions: ['clipboard-read', 'clipboard-write'] });

/** The id of the demo user in `supabase/demo.sql`. */
const DEMO_ID = 'd0000000-0000-4000-8000-000000000001';

/** Adds a public agent of the demo user with the secret key. Returns its id. */
async function addAgent(name: string): Promise<string> {
  const keys = JSON.parse(readFileSync(join(cloneHome, 'keys.json'), 'utf8')) as { secret: string };
  const headers = { apikey: keys.secret, authorization: `Bearer ${keys.secret}` };
  const response = await fetch(`${cloneOrigin}/rest/v1/agents`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({
      ...{ name, category: 'customer-service', creator_id: DEMO_ID, is_public: true, status: 'active' },
      ...{ pricing_model: 'per_message', price_per_message: 0.05 },
    }),
  });
  const [agent] = (await response.json()) as { id: string }[];
  return agent?.id ?? '';
}

/** Deploys an agent as a user does. Returns the key. */
async function deployAgent(page: Page, agent: string, name: string): Promise<string> {
  await page.goto(`/deployments?agent=${agent}`);
  await page.getByRole('button', { name: 'New Deployment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Deployment' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Deployment' }).click();
  await expect(page.getByText('Deployment is now active!')).toHaveCount(1);
  await page.getByRole('button', { name: 'Copy key', exact: true }).click();
  await expect(page.getByText('Copied to clipboard!')).toHaveCount(1);
  return page.evaluate(() => navigator.clipboard.readText());
}

const call = (name: string, key: string) =>
  fetch(`${cloneOrigin}/v1/agents/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"message": "Where is my parcel?"}',
  });

let clone: Clone | undefined;
test.afterAll(() => clone?.stop());

test('a lost home is restored: accounts, agents, deployments with their keys, and the store (21.6)', async ({
  page,
}) => {
  test.setTimeout(900_000); // builds everything, and starts five times
  const [backup = '', restore = '', ...others] = documented(
    'docs/runbook.md',
    'Back up and restore the database',
  );
  expect(others).toEqual([]);
  clone = await startClone();
  const { run } = clone;

  await signIn(page);
  const key = await deployAgent(page, await addAgent('Parcel Keeper'), 'kept');
  expect((await call('kept', key)).status).toBe(200);
  // The page shows failed requests while the server is away.
  await page.goto('about:blank');
  await clone.stop();
  expect(await run(backup)).toMatch(/slipway\.tar\.gz: \d+ rows/);

  await clone.start();
  await addAgent('Added later');
  await clone.stop();
  rmSync(cloneHome, { recursive: true });
  expect(await run(restore)).toMatch(/Restored \d+ rows of \S+\. .* npm start/);
  await clone.start();

  await page.context().clearCookies();
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.clear();
  });
  await signIn(page);
  await page.goto('/agents');
  await expect(page.getByRole('heading', { name: 'Parcel Keeper' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Added later' })).toHaveCount(0);
  await page.goto('/deployments');
  await expect(page.getByRole('heading', { name: 'kept', exact: true })).toBeVisible();
  expect((await call('kept', key)).status).toBe(200);
  // Another last character than that of the key.
  const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  expect((await call('kept', wrong)).status).toBe(401);

  changeText('billing', 'title', 'restored');
  await run('npx slipway deploy billing --build --env local --reason "after the restore"');
  await page.goto('/billing');
  await expect(page.getByRole('heading', { level: 1, name: /restored$/ })).toBeVisible();
  expect(await run('npx slipway history --env local')).toContain('after the restore');
  expect(await run('npx slipway doctor --env local')).not.toContain('FAILED');
});
