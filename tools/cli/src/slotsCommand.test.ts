/** `slipway slots`: who offers each slot of an environment, and who fills it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const props = { id: { type: 'string' as const } };
const slot = { name: 'recipes.actions', version: 1, props };
const recipes = sliceRelease({
  id: 'recipes',
  routes: [{ path: '/recipes', title: 'Recipes', access: 'public' }],
  slots: [{ ...slot, order: 2, when: { flag: 'print', access: 'signed-in' } }],
  offers: [slot],
  flags: { print: { description: 'Printing' } },
});
const market = sliceRelease({ slots: [{ name: 'landing.featured', version: 1 }, slot] });

let place: WorkspaceWithStore;
beforeEach(async () => {
  place = await openWorkspace();
});
afterEach(() => place.close());

it('lists open slots and those of the contracts, with the conditions of their fillers', async () => {
  for (const release of [shellRelease(), recipes, market]) await place.build(release);
  await place.text('deploy', 'shell', 'recipes', 'market', '--env', 'staging', '--reason', 'a test');
  const lines = (await place.text('slots', '--env', 'staging'))
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(lines[0]).toEqual(['slot', 'version', 'offered by', 'filled by']);
  expect(lines).toContainEqual(['landing.featured', '1', 'shell', 'market']);
  expect(lines).toContainEqual(['agent.playground', '1', 'no slice', 'no slice']);
  expect(lines).toContainEqual([
    ...['recipes.actions', '1', 'recipes'],
    'market, recipes (signed-in, flag print)',
  ]);
});
