/**
 * A creator reads the earnings: the balance on the page, days and agents in a dialog with an address, a CSV file. At
 * night. Samples: apps/billing/src/features/earnings/Earnings.test.tsx, supabase/tests/earnings.test.ts.
 */
import { readFile } from 'node:fs/promises';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { newUser, startSession } from '../../support/accounts';
import { expectNoSidewaysScroll } from '../../support/layoutAssertions';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'each of its steps has another test: TEST_TIER=nightly');

const post = (path: string, body: object) => asOperator(path, { method: 'POST', body: JSON.stringify(body) });

test('a creator sees what an agent earned, by day, and downloads it', async ({ page }) => {
  const [creator, caller] = [await newUser(), await newUser()];
  const id = crypto.randomUUID();
  await post('agents', {
    ...{ id, creator_id: creator.id, name: 'Earner', category: 'sales', status: 'active' },
    ...{ pricing_model: 'per_message', price_per_message: 0.5 },
  });
  const usage = { user_id: caller.id, agent_id: id, usage_type: 'message', quantity: 1, cost: 0.5 };
  await post('usage_tracking', usage);
  await post('usage_tracking', usage);

  await startSession(page, creator);
  await page.goto('/billing');
  const earnings = page.getByRole('region', { name: 'Earnings' }).first();
  await expect(earnings.getByText('$1.00').first()).toBeVisible();
  await earnings.getByRole('button', { name: 'Show earnings by day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Earnings' });
  await expect(page).toHaveURL(/\?earnings=days$/);
  const table = dialog.getByRole('table', { name: 'Earnings of each day and agent' });
  await expect(table.getByText('Earner')).toBeVisible();
  await expect(dialog.getByText('No payouts yet')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, 'earnings');
  expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^slipway-earnings-.*\.csv$/);
  expect((await readFile(await file.path())).toString()).toContain(`,Earner,${id},1,0,1`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/billing$/);
});
