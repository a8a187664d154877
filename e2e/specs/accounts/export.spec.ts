/** "Export my data" of the account panel, on the real backend: the archive of one user, opened and read. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { newUser, signIn, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const addAgent = (creator_id: string, name: string) =>
  asOperator('agents', {
    method: 'POST',
    body: JSON.stringify({
      ...{ creator_id, name, category: 'sales', description: `About ${name}` },
      // Drafts: other tests count the cards of the marketplace.
      ...{ status: 'draft', is_public: false },
    }),
  });

async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Export my data' }).click();
  return page.getByRole('dialog', { name: 'Export your data' });
}

test('a user downloads all of their data, and nothing of another user (M7)', async ({ page }) => {
  const [user, other] = [await newUser(), await newUser()];
  await addAgent(user.id, 'Mine, to export');
  await addAgent(other.id, 'Of the other user');
  await startSession(page, user);
  await page.goto('/dashboard');
  const dialog = await openExport(page);
  const downloaded = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const download = await downloaded;
  await expect(dialog.getByText('The file is in your downloads.')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^slipway-export-\d{4}-\d\d-\d\d\.zip$/);

  const archive = unzipSync(await readFile(await download.path()));
  const files = new Map(Object.entries(archive).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const agents = JSON.parse(files.get('json/agents.json') ?? '') as { name: string; creator_id: string }[];
  expect(agents.map(({ name, creator_id }) => [name, creator_id])).toEqual([['Mine, to export', user.id]]);
  const csv = files.get('csv/agents.csv')?.split('\r\n') ?? [];
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain('"Mine, to export"');

  const account = JSON.parse(files.get('json/account.json') ?? '') as { email: string }[];
  expect(account.map(({ email }) => email)).toEqual([user.email]);
  const manifest = JSON.parse(files.get('manifest.json') ?? '') as {
    tables: { name: string; rows: number }[];
  };
  expect(manifest.tables).toContainEqual({ name: 'agents', rows: 1 });
  expect(
    manifest.tables.map(({ name }) => [files.has(`json/${name}.json`), files.has(`csv/${name}.csv`)]),
  ).toEqual(manifest.tables.map(() => [true, true]));
  const all = [...files.values()].join('\n');
  for (const text of [other.id, other.email, 'Of the other user']) expect(all).not.toContain(text);
});

nightly('a canceled export downloads nothing', async ({ page }) => {
  await signIn(page, await newUser());
  await page.route('**/rpc/export_rows', () => undefined);
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Collecting your data' })).toBeVisible();
  await expect(dialog.getByText(/^0 of \d+ records$/)).toBeVisible();
  const aborted = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await aborted).url()).toContain('/rpc/export_rows');
  await expect(dialog).toHaveCount(0);
  expect(downloads).toBe(0);
  await expect(page.getByRole('button', { name: 'Export my data' })).toBeFocused();
});
