/** The set of slices is open: one that did not exist is built, deployed and opened while the shell runs unrebuilt. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseComposition } from '@slipway/contracts';
import { deployNotes } from '../../support/fixtureSlice';
import { root } from '../../support/server';
import { expect, test } from '../../support/test';

const shellBuild = join(root, 'apps/shell/dist/release.json');

test('a slice in no composition of this repository is added to a running app', async ({ page }) => {
  const shellBefore = readFileSync(shellBuild, 'utf8');
  await page.goto('/notes');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();

  const removeNotes = await deployNotes();
  const answer = await page.goto('/notes');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  await expect(page.getByText('A slice the shell had never heard of, at /notes.')).toBeVisible();
  await page.getByRole('link', { name: 'Marketplace', exact: true }).last().click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.goBack();
  // The marketplace's queries are in the one cache.
  await expect(page.getByText('Queries in the app’s cache: 0')).toHaveCount(0);
  expect(readFileSync(shellBuild, 'utf8')).toBe(shellBefore);

  await removeNotes();
  expect((await page.goto('/notes'))?.status()).toBe(404);
});
test.use({ expectedErrors: /404/ });

test(
  'these pages are for everyone, those are not, and there is no other',
  { tag: ['@SHELL-06', '@SHELL-10'] },
  async ({ page }) => {
    const open = ['/', '/login', '/marketplace', '/signup'];
    const closed = ['/agents', '/billing', '/dashboard', '/deployments'];
    const { slices } = parseComposition(await (await page.request.get('/slipway.json')).json());
    const shell = JSON.parse(readFileSync(shellBuild, 'utf8')) as {
      routes: { path: string; access: string }[];
    };
    const routes = [...shell.routes, ...Object.values(slices).flatMap(({ routes }) => routes)];
    const withAccess = (access: string) =>
      routes.filter((route) => route.access === access).map(({ path }) => path);
    expect(withAccess('public').sort()).toEqual(open);
    expect(withAccess('signed-in').sort()).toEqual(closed);

    const denied = page.getByText('Access Denied');
    for (const path of open) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(denied).toHaveCount(0);
    }
    for (const path of closed) {
      await page.goto(path);
      await expect(denied).toBeVisible();
    }
  },
);
