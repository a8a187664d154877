/** One slice with everything that a manifest can declare, deployed and rolled back by itself. One file: its tests share that deploy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webServers } from '@slipway/repo/bootstrap/webServers.mjs';
import { currentComposition, folderStore } from '@slipway/cli';
import { httpHealthSource } from '@slipway/health';
import { deployLocally } from '../../support/localEnvironment';
import { buildCopy, buildFixture, copyFixture } from '../../support/exampleSlices';
import { home, hostingPort, localOrigin, store } from '../../support/server';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';
import { startWebServer, type WebServerName } from '../../support/webServers';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

const settings = {
  config: { recipes: { greeting: 'Let us cook' } },
  flags: { recipes: { print: true } },
};
let version = '';
/** The contracts of Recipes and Garnish. */
let contracts: number[] = [];

const running = async () => {
  const composition = await currentComposition(folderStore(store), 'local');
  return Object.fromEntries(
    Object.entries(composition?.slices ?? {}).map(([id, slice]) => [id, slice.version]),
  );
};
const run = (stable: [string, string | undefined][], reason: string) =>
  deployLocally({ edits: { stable: new Map(stable) }, reason, settings });

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds the slices
  const candidates = await Promise.all([
    buildFixture('recipes', 'recipes'),
    buildFixture('garnish', 'garnish'),
  ]);
  version = candidates[0]?.release.version ?? '';
  contracts = candidates.map(({ release }) => (release.kind === 'slice' ? release.contract : 0));
  await deployLocally({
    candidates,
    edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
    reason: 'add recipes',
    settings,
  });
});
test.afterAll(() =>
  deployLocally({
    edits: {
      stable: new Map([
        ['recipes', undefined],
        ['garnish', undefined],
      ]),
    },
    reason: 'remove recipes',
  }),
);

test('a parameter has a typed value, a nested page and its own document; an earlier address leads to its page', async ({
  page,
}) => {
  const response = await page.goto('/recipes/bread');
  expect(response?.status()).toBe(200);
  await expect(page.getByText('Let us cook bread')).toBeVisible();
  await expect(page).toHaveTitle(/^Recipe · /);

  await page.getByRole('link', { name: 'Tea' }).click();
  await expect(page.getByText('Let us cook tea')).toBeVisible();
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByText('The file 2026/scan')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Let us cook tea')).toBeVisible();

  await page.goto('/cooking/1?from=mail');
  await expect(page).toHaveURL(/\/recipes\?from=mail$/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    'Every recipe of the house',
  );
});

test('a slice listens to an event of another one; a link starts the data of its page before a click, once', async ({
  page,
}) => {
  await page.goto('/recipes/tea');
  await expect(page.getByRole('button', { name: 'Garnish tea' })).toHaveText('Garnish tea ');
  await page.getByRole('button', { name: 'Print tea' }).click();
  await expect(page.getByRole('button', { name: 'Garnish tea (printed)' })).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/robots.txt?file=')) asked.push(request.url());
  });
  const link = page.getByRole('link', { name: 'Files' });
  const data = page.waitForResponse(/robots\.txt\?file=/);
  await link.hover();
  await data;
  await link.click();
  await expect(page.getByText(/^\d+ characters$/)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test.describe('a slot with two fillers', () => {
  test.use({ expectedErrors: /no garnish for soup|slice failed/ });

  test('shows them in order, and one that fails leaves the other', async ({ page }) => {
    await page.goto('/recipes/bread');
    const actions = page.getByRole('main').getByRole('button');
    await expect(actions).toHaveText(['Garnish bread', 'Print bread']);

    await page.getByRole('link', { name: 'Soup' }).click();
    await expect(page.getByRole('button', { name: 'Print soup' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Couldn’t load “An action”');
    await expect(page.getByText('Let us cook soup')).toBeVisible();
  });
});

nightly(
  'slices of both contracts share a page, and the older one moves by itself with the codemod',
  async ({ page }) => {
    expect(contracts).toEqual([2, 1]);
    const actions = page.getByRole('main').getByRole('button');
    const works = async () => {
      await page.goto('/recipes/tea');
      await expect(actions).toHaveText(['Garnish tea ', 'Print tea']);
      await page.getByRole('button', { name: 'Print tea' }).click();
      await expect(page.getByRole('button', { name: 'Garnish tea (printed)' })).toBeVisible();
    };
    await works();
    makeWorkspace();
    await expect(slipway('upgrade', '--env', 'local', '--check')).rejects.toThrow(
      /1 slice on contract 1[^]*garnish-team: move garnish to contract 2/,
    );

    const before = await running();
    const copy = copyFixture('garnish', 'garnish-moved');
    await slipway('upgrade', copy, '--write');
    const moved = await buildCopy(copy);
    await deployLocally({
      candidates: [moved],
      edits: { stable: new Map([['garnish', moved.release.version]]) },
      reason: 'garnish on contract 2',
      settings,
    });
    expect(await running()).toEqual({ ...before, garnish: moved.release.version });
    await works();
    await slipway('upgrade', '--env', 'local', '--check');

    await run([['garnish', before['garnish']]], 'roll back');
    expect(await running()).toEqual(before);
    await works();
  },
);

test('a visit says which flags it had, and the collector counts it by variant', async ({ page }) => {
  await page.goto('/recipes/bread');
  await expect(page.getByRole('button', { name: 'Print bread' })).toBeVisible();
  await page.goto('about:blank');
  const source = httpHealthSource(localOrigin, readFileSync(join(home, 'health-key'), 'utf8').trim());
  const exposures = async () =>
    (
      await source.exposures({
        ...{ environment: 'local', slice: 'recipes' },
        from: new Date(Date.now() - 2 * 3_600_000),
        to: new Date(Date.now() + 60_000),
      })
    ).filter((row) => row.version === version);
  await expect
    .poll(async () => (await exposures()).map(({ flag, variant }) => `${flag} ${variant}`), {
      timeout: 20_000,
    })
    .toEqual(['recipes.print on']);
  const [row] = await exposures();
  expect(row).toMatchObject({ group: 'stable', errorVisits: 0, failedVisits: 0 });
});

nightly('a release with another default and flag is deployed and rolled back by itself', async ({ page }) => {
  const before = await running();
  const next = await buildFixture('recipes', 'recipes-next', 'src/pages/RecipesPage.tsx', (source) =>
    source.replace('title="Recipes"', 'title="New recipes"'),
  );
  await deployLocally({
    candidates: [next],
    edits: { stable: new Map([['recipes', next.release.version]]) },
    reason: 'new recipes',
    settings: { config: {}, flags: {} },
  });
  await page.goto('/recipes/bread');
  await expect(page.getByRole('heading', { name: 'New recipes' })).toBeVisible();
  await expect(page.getByText('How to make bread')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Garnish bread' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print bread' })).toHaveCount(0);

  await run([['recipes', version]], 'roll back');
  await page.goto('/recipes/bread');
  await expect(page.getByRole('heading', { name: 'Recipes', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print bread' })).toBeVisible();
  expect(await running()).toEqual(before);
});

for (const [index, name] of (['nginx', 'Caddy'] as const satisfies WebServerName[]).entries()) {
  const run = name === 'nginx' ? test : nightly;
  run(`${name} finds the document of every address as the local server does`, async () => {
    test.skip(!webServers(), 'nginx and Caddy are packages of Debian: run as root, or in CI with sudo');
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
