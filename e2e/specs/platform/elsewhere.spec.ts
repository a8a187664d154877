/**
 * Slices built with webpack and with Vite, one in Vue: they conform, run like those that Rspack built, and are deployed and
 * rolled back by themselves, at night: ../shipping/shipping.spec.ts has a sample.
 */
import { type Candidate, currentComposition, folderStore } from '@slipway/cli';
import { deployLocally } from '../../support/localEnvironment';
import { buildFixture } from '../../support/exampleSlices';
import { buildElsewhere, type Tool } from '../../support/elsewhere';
import { home, store } from '../../support/server';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';
import { cellsOf } from '../../support/tier';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

const settings = {
  config: { recipes: { greeting: 'Let us cook' } },
  flags: { recipes: { print: true } },
};
// The page in Vue is built with Vite in every run.
const tools = cellsOf<Tool>(['webpack', 'vite'], 'webpack');

const running = async () => {
  const { slices = {} } = (await currentComposition(folderStore(store), 'local')) ?? {};
  return Object.fromEntries(Object.entries(slices).map(([id, { version }]) => [id, version]));
};
const deployAlone = async (candidate: Candidate, reason: string) => {
  const { id, version } = candidate.release;
  const before = await running();
  await deployLocally({
    candidates: [candidate],
    edits: { stable: new Map([[id, version]]) },
    reason,
    settings,
  });
  expect(await running()).toEqual({ ...before, [id]: version });
};

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds a slice
  makeWorkspace();
  const garnish = await buildFixture('garnish', 'garnish-elsewhere');
  const stable = new Map([['garnish', garnish.release.version]]);
  await deployLocally({ candidates: [garnish], edits: { stable }, reason: 'add garnish' });
});
test.afterAll(() =>
  deployLocally({
    edits: {
      stable: new Map([
        ['recipes', undefined],
        ['garnish', undefined],
        ['tides', undefined],
      ]),
    },
    reason: 'remove them',
  }),
);

for (const tool of tools) {
  let recipes: Candidate;

  test(`a slice built with ${tool} conforms, and runs with its slots, configuration and events`, async ({
    page,
  }) => {
    recipes = await buildElsewhere('recipes', tool);
    const { data } = await slipway('conform', `${home}/recipes-by-${tool}/dist`);
    expect(data).toMatchObject({ id: 'recipes', version: recipes.release.version });

    await deployAlone(recipes, `by ${tool}`);
    await page.goto('/recipes/tea');
    await expect(page.getByText('Let us cook tea')).toBeVisible();
    const actions = page.getByRole('main').getByRole('button');
    await expect(actions).toHaveText(['Garnish tea ', 'Print tea']);
    await page.getByRole('button', { name: 'Print tea' }).click();
    await expect(page.getByRole('button', { name: 'Garnish tea (printed)' })).toBeVisible();
    await page.getByRole('link', { name: 'Files' }).click();
    await expect(page.getByText('The file 2026/scan')).toBeVisible();
  });

  nightly(`a slice built with ${tool} is deployed and rolled back by itself`, async ({ page }) => {
    const edit = { file: 'src/pages/RecipesPage.tsx', from: 'title="Recipes"', to: 'title="New recipes"' };
    await deployAlone(await buildElsewhere('recipes', tool, edit), 'new recipes');
    await page.goto('/recipes/tea');
    await expect(page.getByRole('heading', { name: 'New recipes' })).toBeVisible();
    await deployAlone(recipes, 'roll back');
    await page.goto('/recipes/tea');
    await expect(page.getByRole('heading', { name: 'Recipes', exact: true })).toBeVisible();
  });

  nightly(`a build with ${tool} that fails shows its own error (23)`, async () => {
    const edit = { file: 'src/slice.ts', from: 'export default', to: 'export dfault' };
    await expect(buildElsewhere('recipes', tool, edit)).rejects.toThrow(/slice\.ts/);
  });
}

let tides: Candidate;

test('a page in Vue is mounted under the same policy, and leaves with its route', async ({ page }) => {
  tides = await buildElsewhere('tides', 'vite');
  await deployAlone(tides, 'a page in Vue');
  await page.goto('/tides');
  await expect(page.getByRole('heading', { level: 1, name: 'Tides' })).toBeVisible();
  await expect(page.getByText('The water is at 2 m.')).toBeVisible();
  await page.getByRole('button', { name: 'Rise' }).click();
  await expect(page.getByText('The water is at 3 m.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByText('The water is at')).toHaveCount(0);
});

nightly('the slice in Vue is deployed and rolled back by itself', async ({ page }) => {
  const edit = { file: 'src/TideTable.vue', from: 'The water is at', to: 'The sea is at' };
  await deployAlone(await buildElsewhere('tides', 'vite', edit), 'another text');
  await page.goto('/tides');
  await expect(page.getByText('The sea is at 2 m.')).toBeVisible();
  await deployAlone(tides, 'roll back');
  await page.goto('/tides');
  await expect(page.getByText('The water is at 2 m.')).toBeVisible();
});
