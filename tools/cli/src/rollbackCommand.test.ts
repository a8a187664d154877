/** `slipway rollback` of slices, in an environment that many teams deploy to. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const market = sliceRelease({ slots: [] });
const newer = sliceRelease({ slots: [], owner: 'market-2' });
const recipes = sliceRelease({
  ...{ id: 'recipes', slots: [] },
  routes: [{ path: '/recipes', title: 'Recipes', access: 'public' }],
  preload: {},
});
const why = ['--env', 'staging', '--reason', 'a test'];

let place: WorkspaceWithStore;
beforeEach(async () => {
  place = await openWorkspace();
  await place.build(shellRelease());
  await place.build(market);
  await place.text('deploy', 'shell', 'market', ...why);
});
afterEach(() => place.close());

async function running(): Promise<Record<string, string>> {
  const [staging] = await place.json<{ parts: { app: string; version: string }[] }[]>(
    'status',
    ...['--env', 'staging'],
  );
  return Object.fromEntries((staging?.parts ?? []).map(({ app, version }) => [app, version]));
}

it('returns a slice to its release before, whatever was deployed since', async () => {
  await place.build(newer);
  await place.text('deploy', 'market', ...why);
  await place.build(recipes);
  await place.text('deploy', 'recipes', ...why);
  expect(await running()).toMatchObject({ market: newer.version, recipes: recipes.version });

  await place.text('rollback', 'market', ...why);
  expect(await running()).toMatchObject({ market: market.version, recipes: recipes.version });
  await place.text('rollback', 'market', ...why);
  expect(await running(), 'the rollback is undone').toMatchObject({ market: newer.version });
});

it('fails for a slice that never changed', async () => {
  await place.build(recipes);
  await place.text('deploy', 'recipes', ...why);
  expect(await place.failure('rollback', 'market', ...why)).toContain(
    'staging has no earlier revision with another release of market',
  );
  expect(await place.failure('rollback', 'recipes', ...why)).toContain(
    'Revision 1 of staging has no recipes',
  );
});
