/** A link to a slice that is not loaded costs one round of requests: the composition lists its files. */
import type { Composition } from '@slipway/contracts';
import { expect, test } from '../../support/test';
import { hold } from '../../support/hold';

test('a click requests all files of an unloaded page at once, each once', async ({ page, request }) => {
  await page.goto('/');
  const { auth } = ((await (await request.get('/slipway.json')).json()) as Composition).slices;
  const files = (auth?.preload['/login'] ?? []).map((file) => (auth?.base ?? '') + file);
  const { held, release } = hold();
  const requested: string[] = [];
  await page.route(/\/slices\/auth\//, async (route) => {
    requested.push(new URL(route.request().url()).pathname);
    await held;
    await route.continue();
  });

  await page.getByRole('link', { name: 'Sign In' }).first().click();
  // No response has arrived yet.
  await expect.poll(() => requested.toSorted()).toEqual(files.toSorted());
  release();

  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  expect(requested.toSorted()).toEqual(files.toSorted());
});
