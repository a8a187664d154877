/**
 * Every page opens from a cold link, with no more JavaScript than its budget. `npm test` runs this folder for every change, and
 * others only for their slices. `bench/pages.ts` measures the times.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parseComposition } from '@slipway/contracts';
import { demo, signIn } from '../../support/accounts';
import { root } from '../../support/server';
import { expect, signedInTest, test } from '../../support/test';

const open = ['/', '/login', '/marketplace', '/signup'];
const closed = ['/agents', '/billing', '/dashboard', '/deployments'];

/**
 * The JavaScript of a page, in kilobytes as sent. A rise is a decision: raise the number in the same change, with its reason.
 * Visitors without a session load no auth client (decision 088).
 */
const budgets: Readonly<Record<string, number>> = {
  ...{ '/': 178, '/marketplace': 181, '/login': 176, '/signup': 177 },
  ...{ '/dashboard': 178, '/agents': 187, '/deployments': 179, '/billing': 191 },
};

/** Kilobytes of JavaScript that the open page has loaded: files of releases. It reads `/slipway-revision.js` as data. */
const scriptsOf = (page: Page) =>
  page.evaluate(
    () =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /^\/slices\/.*\.js$/.test(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
  );

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
  expect(await scriptsOf(page), `kB of JavaScript of ${path}`).toBeLessThanOrEqual(budgets[path] ?? Infinity);
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
