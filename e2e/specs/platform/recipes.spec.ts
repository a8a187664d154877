/** One slice with everything that a manifest can declare, deployed and rolled back by itself. */
import { webServers } from '@slipway/repo/bootstrap/webServers.mjs';
import { deployLocally } from '../../support/localEnvironment';
import { buildRecipes } from '../../support/recipesSlice';
import { hostingPort, localOrigin } from '../../support/server';
import { expect, test } from '../../support/test';
import { startWebServer, type WebServerName } from '../../support/webServers';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

const set = (version: string | undefined, reason: string) =>
  deployLocally({ edits: { stable: new Map([['recipes', version]]) }, reason });

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds the slice
  const recipes = await buildRecipes('recipes');
  await deployLocally({
    candidates: [recipes],
    edits: { stable: new Map([['recipes', recipes.release.version]]) },
    reason: 'add recipes',
  });
});
test.afterAll(() => set(undefined, 'remove recipes'));

test('a parameter has a typed value, a nested page and its own document', async ({ page }) => {
  const response = await page.goto('/recipes/bread');
  expect(response?.status()).toBe(200);
  await expect(page.getByText('How to make bread')).toBeVisible();
  await expect(page).toHaveTitle(/^Recipe · /);

  await page.getByRole('link', { name: 'Soup' }).click();
  await expect(page.getByText('How to make soup')).toBeVisible();
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByText('The file 2026/scan')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('How to make soup')).toBeVisible();
});

test('an earlier address leads to the page, and the head is that of the manifest', async ({ page }) => {
  await page.goto('/cooking/1?from=mail');
  await expect(page).toHaveURL(/\/recipes\?from=mail$/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    'Every recipe of the house',
  );
});

for (const [index, name] of (['nginx', 'Caddy'] as const satisfies WebServerName[]).entries()) {
  test(`${name} finds the document of every address as the local server does`, async () => {
    test.skip(!webServers(), 'nginx and Caddy are Debian packages, which only root can download');
    const server = await startWebServer(name, hostingPort + index);
    const found = [
      '/recipes',
      '/recipes/1',
      '/recipes/1/',
      '/recipes/a%20b',
      '/recipes/_',
      '/recipes/%C3%A4',
    ];
    const rest = [
      '/recipes/files',
      '/recipes/files/a',
      '/recipes/files/a/b/c/d/e/f',
      '/cooking',
      '/cooking/1',
    ];
    const missing = [
      '/recipes/1/2',
      '/Recipes/1',
      '/recipes/x.js',
      '/cooking/1/2',
      '/recipes/..%2f..%2fkeys',
    ];
    const read = async (origin: string, path: string) => {
      const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: (await response.text()).trim(),
      };
    };
    try {
      for (const path of [...found, ...rest, ...missing]) {
        const [here, local] = await Promise.all([read(server.origin, path), read(localOrigin, path)]);
        expect(here, path).toEqual(local);
        expect(here.status, path).toBe(missing.includes(path) ? 404 : 200);
      }
    } finally {
      await server.close();
    }
  });
}
