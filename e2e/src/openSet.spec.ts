/** The set of slices is open: one that did not exist is built, deployed and opened while the shell runs unrebuilt. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentComposition, deploy, folderStore, publish, readRelease } from '@slipway/cli';
import type { Composition, ShellRelease, SliceRelease } from '@slipway/contracts';
import { store as storeFolder } from './server';
import { expect, test } from './test';

const fixture = join(import.meta.dirname, '../fixtures/notes');
const root = join(import.meta.dirname, '../..');
const store = folderStore(storeFolder);

const releasesOf = async (composition: Composition) => ({
  shell: (await readRelease(store, 'shell', composition.shell.version)) as ShellRelease,
  slices: await Promise.all(
    Object.entries(composition.slices).map(
      ([id, { version }]) => readRelease(store, id, version) as Promise<SliceRelease>,
    ),
  ),
});

test('a slice in no composition of this repository is added to a running app', async ({ page }) => {
  const shellBuild = join(root, 'apps/shell/dist/release.json');
  const shellBefore = readFileSync(shellBuild, 'utf8');
  const before = await currentComposition(store, 'local');
  if (!before) throw new Error('The local environment runs nothing');
  expect(Object.keys(before.slices)).not.toContain('notes');
  await page.goto('/notes');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();

  const build = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], {
    cwd: fixture,
    encoding: 'utf8',
  });
  expect(build.status, build.stderr + build.stdout).toBe(0);
  const notes = (await publish(store, join(fixture, 'dist'))) as SliceRelease;
  const { shell, slices } = await releasesOf(before);
  const change = { environment: 'local', shell, backend: before.backend, author: 'e2e', reason: 'add notes' };
  await deploy(store, { ...change, slices: [...slices, notes] });

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

  await deploy(store, { ...change, slices, reason: 'remove notes' });
  expect((await page.goto('/notes'))?.status()).toBe(404);
});
test.use({ expectedErrors: /404/ });
