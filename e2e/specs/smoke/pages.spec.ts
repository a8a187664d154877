/** Every page opens from a cold link. `npm test` runs this folder for every change, and others only for their slices. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

for (const path of open) {
  test(`a visitor opens ${path}`, { tag: ['@SHELL-06'] }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Access Denied')).toHaveCount(0);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });
}

for (const path of closed) {
  test(`a visitor is denied ${path}`, { tag: ['@SHELL-10'] }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Access Denied')).toBeVisible();
  });

  signedInTest(`a user opens ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Access Denied')).toHaveCount(0);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });
}

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
