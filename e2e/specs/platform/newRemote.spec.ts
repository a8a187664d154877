/**
 * A new slice is built, deployed and opened without a new build of the shell. A nightly test: ../shipping/shipping.spec.ts
 * is its sample and does the same with the command line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployNotes } from '../../support/fixtureSlice';
import { root } from '../../support/server';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'shipping.spec.ts deploys a new slice too: TEST_TIER=nightly');

test.use({ expectedErrors: /404/ });

const shellBuild = join(root, 'apps/shell/dist/release.json');

test('adds a slice to the running app, and removes it', async ({ page }) => {
  const shellBefore = readFileSync(shellBuild, 'utf8');
  await page.goto('/notes');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();

  const removeNotes = await deployNotes();
  const response = await page.goto('/notes');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  await expect(page.getByText('A slice the shell had never heard of, at /notes.')).toBeVisible();
  await page.getByRole('link', { name: 'Marketplace', exact: true }).last().click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.goBack();
  // The queries of the marketplace are in the same cache.
  await expect(page.getByText(/^Queries in the app's cache: [1-9]/)).toBeVisible();
  expect(readFileSync(shellBuild, 'utf8')).toBe(shellBefore);

  await removeNotes();
  expect((await page.goto('/notes'))?.status()).toBe(404);
});
