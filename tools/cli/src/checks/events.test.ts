/** Events and shared caches: both sides of the check. */
import { type EventDeclaration, parseManifest } from '@slipway/contracts';
import { expect, it } from 'vitest';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace } from '../testing/workspace';
import { eventFailures } from './events';

const id = { type: 'string' } as const;
const cooked = (version: number, detail: EventDeclaration['detail'] = { id }): EventDeclaration => ({
  ...{ name: 'recipes.cooked', version, detail },
});
const recipes = (...emits: EventDeclaration[]) => sliceRelease({ id: 'recipes', emits });
const garnish = (...listens: EventDeclaration[]) => sliceRelease({ id: 'garnish', listens });

it('accepts sides that fit, a side without the other, and two versions at once', () => {
  expect(eventFailures([recipes(cooked(1)), garnish(cooked(1))])).toEqual([]);
  expect(eventFailures([garnish(cooked(1))])).toEqual([]);
  expect(eventFailures([recipes(cooked(1), cooked(2, {})), garnish(cooked(1))])).toEqual([]);
});

it('rejects another version and another detail, naming both slices', () => {
  expect(eventFailures([recipes(cooked(2), cooked(3)), garnish(cooked(1))])).toEqual([
    'garnish listens to version 1 of the event recipes.cooked, and recipes emits version 2 and 3: rebuild garnish, or emit both versions until it has',
  ]);
  const guests = { guests: { type: 'number' as const } };
  expect(eventFailures([recipes(cooked(1)), garnish(cooked(1, guests))])).toEqual([
    'garnish listens to the event recipes.cooked of recipes, and its detail differs: guests is not passed. Correct listens in the manifest of garnish, or increase the version in that of recipes',
  ]);
});

it('a slice that names its cache twice is its only owner', () => {
  expect(eventFailures([sliceRelease({ id: 'market', caches: ['plans', 'plans'] })])).toEqual([]);
});

it('rejects a cache with two owners', () => {
  const owner = (id: string) => sliceRelease({ id, caches: ['deployments'], invalidates: ['agents'] });
  expect(eventFailures([owner('billing'), owner('market')])).toEqual([
    'billing and market both own the cache deployments: only one of them may',
  ]);
});

it('rejects a manifest that emits the event of another slice, or one twice', () => {
  const manifest = { id: 'recipes', owner: 'a', contract: 1, routes: [], slots: [], nav: [] };
  expect(() => parseManifest({ ...manifest, emits: [{ ...cooked(1), name: 'garnish.done' }] })).toThrow(
    'emits: garnish.done must start with "recipes."',
  );
  expect(() => parseManifest({ ...manifest, listens: [cooked(1), cooked(1)] })).toThrow(
    'listens: recipes.cooked@1 is listed twice',
  );
});

it('is what slipway events lists', async () => {
  const place = await openWorkspace();
  try {
    const route = (id: string) => [{ path: `/${id}`, title: id, access: 'public' as const }];
    const parts = { slots: [], preload: {} };
    for (const release of [
      shellRelease(),
      sliceRelease({
        id: 'recipes',
        routes: route('recipes'),
        ...parts,
        emits: [cooked(1)],
        caches: ['meals'],
      }),
      sliceRelease({
        id: 'garnish',
        routes: route('garnish'),
        ...parts,
        listens: [cooked(1)],
        invalidates: ['meals'],
      }),
    ]) {
      await place.build(release);
    }
    await place.text('deploy', 'shell', 'recipes', 'garnish', '--env', 'staging', '--reason', 'a test');
    expect(
      (await place.text('events', '--env', 'staging')).split('\n').map((line) => line.split(/ {2,}/)),
    ).toEqual(
      expect.arrayContaining([
        ['cache', 'meals', 'recipes', 'garnish'],
        ['event', 'recipes.cooked@1', 'recipes', 'garnish'],
      ]),
    );
  } finally {
    await place.close();
  }
});
