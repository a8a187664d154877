/**
 * Every page opens from a cold link, with no more JavaScript than its budget. `npm test` runs this folder for every change, and
 * others only for their slices. `bench/pages.ts` measures the times.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parseComposition } from '@slipway/contracts';
import { demo, signIn } from '../../support/accounts';
import { pageBudgets, SLICE_BUDGET } from '../../support/budgets';
import { root } from '../../support/server';
import { expect, signedInTest, test } from '../../support/test';

const open = ['/', '/login', '/marketplace', '/signup'];
const closed = ['/agents', '/billing', '/dashboard', '/deployments'];

/** Kilobytes of JavaScript that the open page has loaded, by slice: files of releases. It reads `/slipway-revision.js` as data. */
async function scriptsOf(page: Page): Promise<ReadonlyMap<string, number>> {
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => ({ path: new URL(name).pathname, size: encodedBodySize }),
    ),
  );
  const sizes = new Map<string, number>();
  for (const { path, size } of files) {
    const [, slice] = /^\/slices\/([^/]+)\/.*\.js$/.exec(path) ?? [];
    if (slice !== undefined) sizes.set(slice, (sizes.get(slice) ?? 0) + size / 1_000);
  }
  return sizes;
}

/** The requests of a page to services of the backend besides the database and auth: no page needs one. */
function requestsOfOtherServices(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:realtime|storage|functions)\/v1\b/.test(request.url())) asked.push(request.url());
  });
  page.on('websocket', (socket) => asked.push(socket.url()));
  return asked;
}

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
  // Each address is a new document, whose idle work loads scripts too.
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page.getByText('Access Denied'), path).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
  const { shell = 0, ...slices } = Object.fromEntries(await scriptsOf(page));
  const total = Object.values(slices).reduce((sum, size) => sum + size, shell);
  expect(shell, path).toBeGreaterThan(0);
  expect(total, `kB of JavaScript of ${path}`).toBeLessThanOrEqual(pageBudgets[path] ?? 0);
  for (const [slice, size] of Object.entries(slices))
    expect(size, `kB of JavaScript of ${slice} on ${path}`).toBeLessThanOrEqual(SLICE_BUDGET);
}

test(
  'a visitor opens every public page, which needs only the database and auth of the backend',
  { tag: ['@SHELL-06', '@DB-46'] },
  async ({ page }) => {
    const others = requestsOfOtherServices(page);
    for (const path of open) await expectToOpen(page, path);
    expect(others).toEqual([]);
  },
);

test(
  'a visitor is denied every other page',
  { tag: ['@SHELL-05', '@SHELL-07', '@SHELL-08', '@SHELL-10'] },
  async ({ page }) => {
    for (const path of closed) {
      await page.goto(path);
      await expect(page.getByText('Access Denied'), path).toBeVisible();
    }
  },
);

signedInTest(
  'a user opens every page of a user, which needs only the database and auth of the backend',
  { tag: ['@DB-46'] },
  async ({ page }) => {
    const others = requestsOfOtherServices(page);
    for (const path of closed) await expectToOpen(page, path);
    expect(others).toEqual([]);
  },
);

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
