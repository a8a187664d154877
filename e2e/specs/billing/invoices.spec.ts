/** The way of a payer to an invoice: a month with charges ends, and the invoice is a page, a PDF, a CSV file and paper. */
import { readFile } from 'node:fs/promises';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { newUser, startSession } from '../../support/accounts';
import { expectNoSidewaysScroll } from '../../support/layoutAssertions';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

const post = (path: string, body: object) => asOperator(path, { method: 'POST', body: JSON.stringify(body) });

/** The first day of a month, relative to this one, in UTC. */
function monthFromNow(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
}

test('a payer opens the invoice of last month, prints it and downloads it', async ({ page }) => {
  const user = await newUser();
  await post('subscriptions', {
    ...{
      user_id: user.id,
      status: 'active',
      plan_name: 'Pro',
      price_per_cycle: 29,
      billing_cycle: 'monthly',
    },
    ...{ current_period_start: monthFromNow(-1), current_period_end: monthFromNow(1) },
  });
  // A call of last month, as the gateway records it: it costs parts of a cent.
  const created_at = new Date(Date.parse(monthFromNow(-1)) + 86_400_000).toISOString();
  await post('usage_tracking', {
    user_id: user.id,
    usage_type: 'message',
    quantity: 1,
    cost: 0.0375,
    created_at,
  });
  await post('rpc/close_invoices', { email: user.email });

  await startSession(page, user);
  await page.goto('/billing');
  const invoices = page.getByRole('region', { name: 'Invoices' }).first();
  // The same amount everywhere, exact or in whole cents.
  await expect(invoices.getByRole('cell', { name: '$29.04' })).toBeVisible();
  await expect(page.getByText('$29.04', { exact: true })).toHaveCount(2); // the period has the same charges
  await invoices.getByRole('button', { name: /^View Invoice INV-/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Invoice INV-\d{4}-\d{6}$/ });
  for (const text of ['Slipway', user.email, 'Plan Pro']) {
    await expect(dialog.getByText(text).first()).toBeVisible();
  }
  for (const amount of ['$29.00', '$0.0375', '$29.0375', '$29.04'])
    await expect(dialog.getByText(amount, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?invoice=INV-/);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, 'invoice');
  if (isNightly) expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);

  const saved = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const pdf = await saved('Download PDF');
  expect(pdf.name).toMatch(/^INV-.*\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const csv = await saved('Download CSV');
  expect(csv.bytes.toString()).toMatch(/Plan Pro .*,plan,1,0,0,29,/);
  expect(csv.bytes.toString()).toMatch(/,call,1,0,0,0\.0375,/);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(dialog.getByText('$29.00').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/billing$/);
});
