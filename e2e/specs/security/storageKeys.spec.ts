/** SES-57: what pages keep in the browser. Decision 007 lists these keys, and those that a choice of the user adds. */
import type { Page } from '@playwright/test';
import { demo, signIn } from '../../support/accounts';
import { expect, test } from '../../support/test';

test.use({ expectedErrors: /400|404/ });

/** Adds the keys that the page has now. */
async function collect(page: Page, keys: Set<string>): Promise<void> {
  const found = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  for (const key of found) keys.add(key.replace(/^sb-.*-auth-token$/, 'the session'));
}

const pages = ['/', '/marketplace', '/dashboard', '/agents', '/deployments', '/billing', '/nothing-here'];

test(
  'the keys of a visitor and of a user are those that are documented, and no more',
  { tag: ['@SES-23', '@SES-57'] },
  async ({ page }) => {
    const keys = new Set<string>();
    await page.goto('/signup');
    const form = page.getByRole('main');
    await form.getByLabel('Email').fill('visitor@example.test');
    for (const label of ['Password', 'Confirm password'])
      await form.getByLabel(label, { exact: true }).fill('<b>Abcdef1!');
    await form.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Invalid password format')).toBeVisible();
    await collect(page, keys);

    await signIn(page, demo);
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await collect(page, keys);
    }
    await page.goto('/marketplace');
    await page.getByRole('searchbox').fill('support');
    await expect(page.getByText(/^Showing [1-5] of/)).toBeVisible();
    // Written once the page has stayed up.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('slipway.worked'))).not.toBeNull();
    await collect(page, keys);
    expect([...keys].sort()).toEqual([
      ...['auth_failures', 'lastActivity', 'react-router-scroll-positions', 'recent_activity'],
      ...['security_logs', 'slipway.counted', 'slipway.worked', 'the session'],
    ]);
  },
);
