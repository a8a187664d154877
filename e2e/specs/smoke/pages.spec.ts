/** Every page opens from a cold link. `npm test` runs this folder for every change, and others only for their slices. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parseComposition } from '@slipway/contracts';
import { demo, signIn } from '../../support/accounts';
import { root } from '../../support/server';
import { expect, signedInTest, test } from '../../support/test';

const open = ['/', '/login', '/marketplace', '/signup'];
const closed = ['/agents', '/billing', '/dashboard', '/deployments'];

test('the routes are these eight', { tag: ['@SHELL-06', '@SHELL-10'] }, async ({ request }) => {
  const { slices } = parseComposition(await (await request.get('/slipway.json')).json());
  const shell = JSON.parse(readFileSync(join(root, 'apps/shell/dist/release.json'), 'utf8')) as {
    routes: { path: string; access: string }[];
  };
  const routes = [...shell.routes, ...Object.values(slices).flatMap((slice) => slice.routes)];
  const withAccess = (access: string) =>
    routes.filter((route) => route.access === access).map(({ path }) => path);
  expect(withAccess('public').sort()).toEqual(open);
  expect(withAccess('signed-in').sort()).toEqual(closed);
});

// The paths of a test share a browser context, whose cache has the files of the shell after the first.
async function expectToOpen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page.getByText('Access Denied'), path).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
}

test('a visitor opens every public page', { tag: ['@SHELL-06'] }, async ({ page }) => {
  for (const path of open) await expectToOpen(page, path);
});

test('a visitor is denied every other page', { tag: ['@SHELL-10'] }, async ({ page }) => {
  for (const path of closed) {
    await page.goto(path);
    await expect(page.getByText('Access Denied'), path).toBeVisible();
  }
});

signedInTest('a user opens every page of a user', async ({ page }) => {
  for (const path of closed) await expectToOpen(page, path);
});

test('signs in, moves through every slice without a new document, and signs out', async ({ page }) => {
  await signIn(page);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await expect(page.getByRole('main').getByText(demo.email)).toBeVisible();
  for (const [link, heading] of [
    ['My Agents', /Agents/],
    ['Deployments', 'Deployments'],
    ['Billing', /Billing/],
    ['Marketplace', 'Marketplace'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
  expect(documents).toBe(0);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Successfully signed out!')).toBeVisible();
});
