/** A slice falls back only to the release before it, while that one is compatible and was not excluded. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { integrityOf } from '../release/integrity';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import type { DeployRequest } from './deployRequest';
import { prunable } from './prune';
import { currentComposition, readComposition } from './read';
import { selectionOf } from './selection';

let place: WorkspaceWithStore;

beforeEach(async () => {
  place = await openWorkspace();
});
afterEach(async () => {
  await place.close();
});

const market = (letter: string, overrides: Partial<SliceRelease> = {}) =>
  sliceRelease({ owner: `team-${letter}`, ...overrides });

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
    store: place.store,
    candidates,
    edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
    author: 'Ada',
    reason: 'a test',
    ...more,
  });
}
const now = async () => {
  const composition = await currentComposition(place.store, 'staging');
  if (!composition) throw new Error('staging runs nothing');
  return composition;
};
const fallback = async () => (await now()).slices['market']?.fallback;
const rollBack = async (revision: number) => {
  const rollbackTo = await readComposition(place.store, 'staging', revision);
  await put([], { rollbackTo, edits: { base: selectionOf(rollbackTo) } });
};

describe('the fallback of the shell (D8)', () => {
  const shell = (letter: string, overrides: Partial<ShellRelease> = {}) =>
    shellRelease({
      provides: { react: `19.3.${letter}`, '@slipway/platform': '1.2.0' },
      handlesStart: true,
      ...overrides,
    });
  const recovery = async () => {
    const { revision } = await now();
    return (
      await place.store.get(`environments/staging/revisions/${String(revision)}/slipway-recovery.html`)
    )?.toString();
  };

  it('is the shell before it, with its own document, and its files stay public', async () => {
    await put([shell('1'), market('b1')]);
    expect((await now()).shell.fallback).toBeUndefined();
    expect(await recovery()).toBeUndefined();
    await put([shell('2')]);
    const earlier = shell('1');
    expect((await now()).shell.fallback).toMatchObject({ version: earlier.version });
    const html = (await recovery()) ?? '';
    const script = `src="/slices/shell/${earlier.version}/main.js" integrity="${earlier.files['main.js']?.integrity ?? ''}"`;
    expect(html).toContain(`<script defer ${script}`);
    expect(html).toContain(`"shell":{"version":"${earlier.version}"`);
    expect(html).not.toContain(shell('2').version);
    await put([market('b2')]);
    expect((await now()).shell.fallback?.version).toBe(earlier.version);
    const kept = await prunable(place.store, [], Date.now() + 10 * 365 * 24 * 3_600_000);
    expect(kept.releases.map(({ version }) => version)).not.toContain(earlier.version);
  });

  it('is none when it does not fit, was excluded, or was replaced by a rollback', async () => {
    await put([shell('1', { handlesStart: false }), market('b1')]);
    await put([shell('2')]);
    expect((await now()).shell.fallback).toBeUndefined();
    await put([shell('3')], { withoutFallback: new Set(['shell']) });
    expect((await now()).shell.fallback).toBeUndefined();
    await put([shell('4')]);
    expect((await now()).shell.fallback?.version).toBe(shell('3').version);
    await rollBack(3);
    expect((await now()).shell.fallback).toBeUndefined();
  });
});

describe('the fallback of a slice', () => {
  it('is the release before it, with the hash of its description', async () => {
    await put([shellRelease(), market('b1')]);
    expect(await fallback()).toBeUndefined();
    await put([market('b2')]);
    const description = await place.store.get(`releases/market/${market('b1').version}/release.json`);
    expect(await fallback()).toEqual({
      version: market('b1').version,
      base: `/slices/market/${market('b1').version}/`,
      release: integrityOf(description ?? Buffer.of()),
    });
    await put([market('b3')]);
    expect((await fallback())?.version).toBe(market('b2').version);
  });

  it('stays when other slices are deployed, and prune keeps its release', async () => {
    await put([shellRelease(), market('b1')]);
    await put([market('b2')]);
    await put([sliceRelease({ id: 'notes', routes: [], slots: [] })]);
    expect((await fallback())?.version).toBe(market('b1').version);
    // Long after any page used revision 1.
    const later = Date.now() + 400 * 86_400_000;
    expect((await prunable(place.store, [], later)).releases).toEqual([]);
  });

  it('is never the release that was rolled back', async () => {
    await put([shellRelease(), market('b1')]);
    await put([market('b2')]);
    await put([market('b3')]);
    await rollBack(2);
    expect((await now()).slices['market']?.version).toBe(market('b2').version);
    expect((await fallback())?.version).toBe(market('b1').version);
    await rollBack(1);
    expect(await fallback()).toBeUndefined();
  });

  it('is excluded with withoutFallback, at once or later, and stays excluded', async () => {
    const withoutFallback = new Set(['market']);
    await put([shellRelease(), market('b1')]);
    await put([market('b2')], { withoutFallback });
    expect(await fallback()).toBeUndefined();
    await put([market('b3')]);
    expect((await fallback())?.version).toBe(market('b2').version);
    await put([market('b3')], { withoutFallback });
    expect((await now()).revision).toBe(4);
    expect(await fallback()).toBeUndefined();
    await put([sliceRelease({ id: 'notes', routes: [], slots: [] })]);
    expect(await fallback()).toBeUndefined();
  });

  it.each([
    [
      'has different routes',
      market('b2', { routes: [{ path: '/market', title: 'Market', access: 'signed-in' }] }),
    ],
    ['the shell no longer supports', shellRelease({ contracts: [2] })],
  ])('is not a release that %s', async (_what, next) => {
    await put([shellRelease({ contracts: [1, 2] }), market('b0')]);
    await put([market('b1', { contract: 2 })]);
    expect((await fallback())?.version).toBe(market('b0').version);
    await put([next]);
    expect(await fallback()).toBeUndefined();
  });

  it('of a finished canary is the stable release before it', async () => {
    await put([shellRelease(), market('b1')]);
    const published = await builtRelease(await place.build(market('b2')));
    const canary = { version: market('b2').version, percent: 10 };
    await put([], { candidates: [published], edits: { canaries: new Map([['market', canary]]) } });
    expect(await fallback()).toBeUndefined();
    await put([], {
      edits: {
        canaries: new Map([['market', undefined]]),
        stable: new Map([['market', canary.version]]),
      },
    });
    expect((await fallback())?.version).toBe(market('b1').version);
  });
});
