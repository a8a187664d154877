/** A composition allows the release before, and only that, only while it fits, and not when somebody ruled it out. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { integrityOf } from '../release/publish';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { type StoreForTest, storeKinds } from '../testing/stores';
import { testWorkspace, type TestWorkspace } from '../testing/workspace';
import { canaryPart } from './canary';
import { deploy, type DeployRequest } from './deploy';
import { prunable } from './prune';
import { currentComposition, readComposition } from './read';
import { partsOf } from './record';

let opened: StoreForTest;
let store: Store;
let place: TestWorkspace;

beforeEach(async () => {
  const [, open] = storeKinds[0] ?? [];
  if (!open) throw new Error('The first kind of store is a folder');
  opened = await open();
  store = opened.store;
  place = testWorkspace(opened.address);
});
afterEach(async () => {
  place.remove();
  await opened.close();
});

const market = (letter: string, overrides: Partial<SliceRelease> = {}) =>
  sliceRelease({ version: `00000000000000${letter}`, ...overrides });

async function put(
  releases: readonly (ShellRelease | SliceRelease)[],
  more: Partial<DeployRequest> = {},
): Promise<void> {
  const candidates = await Promise.all(
    releases.map(async (release) => builtRelease(await place.build(release))),
  );
  await deploy({
    workspace: place.workspace,
    environment: place.workspace.environment('staging'),
    store,
    candidates,
    change: (now) =>
      new Map([...now, ...candidates.map(({ release }) => [release.id, release.version] as const)]),
    author: 'Ada',
    reason: 'a test',
    ...more,
  });
}
const now = async () => {
  const composition = await currentComposition(store, 'staging');
  if (!composition) throw new Error('staging runs nothing');
  return composition;
};
const fallback = async () => (await now()).slices['market']?.fallback;
const rollBack = async (revision: number) => {
  const rollbackTo = await readComposition(store, 'staging', revision);
  await put([], { rollbackTo, change: () => partsOf(rollbackTo) });
};

describe('the fallback of a slice', () => {
  it('is what ran before, named with the hash of its description', async () => {
    await put([shellRelease(), market('b1')]);
    expect(await fallback()).toBeUndefined();
    await put([market('b2')]);
    const description = await store.get('slices/market/00000000000000b1/release.json');
    expect(await fallback()).toEqual({
      version: '00000000000000b1',
      base: '/slices/market/00000000000000b1/',
      release: integrityOf(description ?? Buffer.of()),
    });
    await put([market('b3')]);
    expect((await fallback())?.version).toBe('00000000000000b2');
  });

  it('stays when others are deployed, and is kept in the store as long as it is allowed', async () => {
    await put([shellRelease(), market('b1')]);
    await put([market('b2')]);
    await put([sliceRelease({ id: 'notes', routes: [], slots: [] })]);
    expect((await fallback())?.version).toBe('00000000000000b1');
    // Long after anybody had revision 1.
    const later = Date.now() + 400 * 86_400_000;
    expect((await prunable(store, [], later)).releases).toEqual([]);
  });

  it('is never what was rolled back from', async () => {
    await put([shellRelease(), market('b1')]);
    await put([market('b2')]);
    await put([market('b3')]);
    await rollBack(2);
    expect((await now()).slices['market']?.version).toBe('00000000000000b2');
    expect((await fallback())?.version).toBe('00000000000000b1');
    await rollBack(1);
    expect(await fallback()).toBeUndefined();
  });

  it('is ruled out by hand, at once or later, and stays so', async () => {
    const withoutFallback = new Set(['market']);
    await put([shellRelease(), market('b1')]);
    await put([market('b2')], { withoutFallback });
    expect(await fallback()).toBeUndefined();
    await put([market('b3')]);
    expect((await fallback())?.version).toBe('00000000000000b2');
    await put([market('b3')], { withoutFallback });
    expect((await now()).revision).toBe(4);
    expect(await fallback()).toBeUndefined();
    await put([sliceRelease({ id: 'notes', routes: [], slots: [] })]);
    expect(await fallback()).toBeUndefined();
  });

  it.each([
    [
      'has other routes',
      market('b2', { routes: [{ path: '/market', title: 'Market', access: 'signed-in' }] }),
    ],
    ['the shell hosts no more', shellRelease({ version: '00000000000000a2', contracts: [2] })],
  ])('is not one that %s', async (_what, next) => {
    await put([shellRelease({ contracts: [1, 2] }), market('b0')]);
    await put([market('b1', { contract: 2 })]);
    expect((await fallback())?.version).toBe('00000000000000b0');
    await put([next]);
    expect(await fallback()).toBeUndefined();
  });

  it('of what was a canary is what the others had', async () => {
    await put([shellRelease(), market('b1')]);
    const canary = [canaryPart('market'), '00000000000000b2 10%'] as const;
    const published = await builtRelease(await place.build(market('b2')));
    await put([], { candidates: [published], change: (parts) => new Map([...parts, canary]) });
    expect(await fallback()).toBeUndefined();
    await put([], {
      change: (parts) =>
        new Map(
          [...parts]
            .filter(([part]) => part !== canary[0])
            .map(([part, version]) => (part === 'market' ? [part, '00000000000000b2'] : [part, version])),
        ),
    });
    expect((await fallback())?.version).toBe('00000000000000b1');
  });
});
