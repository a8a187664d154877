/** The choice between the releases of a slice, and what the browser remembers of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { composedRelease, compositionOf } from '../testing/compositions';
import { bucketOf } from './canaries';
import { chooseReleases } from './releases';

const EARLIER = '00000000000000b0';
const STABLE = '00000000000000b1';
const CANARY = '00000000000000c1';
const HASH = `sha384-${'B'.repeat(64)}`;
const frame = { file: 'frame.js', emits: [], listens: [] };
const fallback = { version: EARLIER, base: `/slices/market/${EARLIER}/`, release: HASH, frame };
const market = {
  ...composedRelease(STABLE),
  canary: { percent: 100, release: composedRelease(CANARY) },
  fallback,
};
const releaseJson = {
  ...{ schema: 1, kind: 'slice', id: 'market', owner: 'market-team', version: EARLIER, commit: 'unknown' },
  ...{
    builtAt: '2026-11-21T09:00:00.000Z',
    contract: 1,
    requires: {},
    migration: null,
    routes: [],
    slots: [],
  },
  ...{ nav: [], preload: {}, entry: 'mf-manifest.json', files: { 'page.js': { size: 4, integrity: HASH } } },
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(releaseJson))),
  );
});
afterEach(() => {
  delete document.documentElement.dataset['shell'];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fail = (failed: unknown) => {
  sessionStorage.setItem('slipway.failed', JSON.stringify(failed));
};
const work = (worked: unknown) => {
  localStorage.setItem('slipway.worked', JSON.stringify(worked));
};
const workingIn = () => JSON.parse(localStorage.getItem('slipway.worked') ?? '{}') as unknown;
const versionIn = async (slices: Composition['slices']) =>
  (await chooseReleases(compositionOf(slices), () => 'visitor')).composition.slices['market']?.version;

describe('the choice of a release', () => {
  it.each([
    ['nothing', {}, CANARY],
    ['the canary', { market: [CANARY] }, STABLE],
    ['the canary and the stable one', { market: [CANARY, STABLE] }, EARLIER],
    ['all three', { market: [CANARY, STABLE, EARLIER] }, CANARY],
    ['a release of another slice', { billing: [CANARY] }, CANARY],
  ])('after %s failed in this tab', async (_what, failed, version) => {
    fail(failed);
    expect(await versionIn({ market })).toBe(version);
  });

  it.each(['text', 5, null, [5], { a: 1 }, [[CANARY]]])(
    'ignores failures of another type: %j',
    async (failed) => {
      fail({ market: failed });
      expect(await versionIn({ market })).toBe(CANARY);
    },
  );

  it('gives the canary to visitors below its share, not at it', async () => {
    const percent = await bucketOf('visitor', 'market', [STABLE, CANARY]);
    const at = (share: number) => ({ ...market, canary: { ...market.canary, percent: share } });
    expect(await versionIn({ market: at(percent) })).toBe(STABLE);
    expect(await versionIn({ market: at(percent + 1e-7) })).toBe(CANARY);
  });

  it('asks for the visitor once for all canaries, and not at all without one', async () => {
    const visitor = vi.fn(() => 'visitor');
    await chooseReleases(compositionOf({ market, billing: market }), visitor);
    expect(visitor).toHaveBeenCalledOnce();
    await chooseReleases(compositionOf({ market: composedRelease(STABLE) }), visitor);
    expect(visitor).toHaveBeenCalledOnce();
  });

  it('of an earlier release checks its description, waits 5 seconds for it, and has its own frame', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    fail({ market: [CANARY, STABLE] });
    const { composition } = await chooseReleases(compositionOf({ market }), () => 'visitor');
    expect(composition.slices['market']).toMatchObject({ version: EARLIER, base: fallback.base, frame });
    expect(timeout.mock.calls).toEqual([[5_000]]);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(`${fallback.base}release.json`, {
      integrity: HASH,
      signal: timeout.mock.results[0]?.value as AbortSignal,
    });
    timeout.mockRestore();
  });

  it('has only the files of the chosen release', async () => {
    fail({ market: [CANARY] });
    const { composition } = await chooseReleases(compositionOf({ market }), () => 'visitor');
    expect(composition.slices['market']).toEqual(composedRelease(STABLE));
  });

  it('is made for slices that the page gets to know later, and those before stay', async () => {
    fail({ market: [CANARY] });
    const given = compositionOf({ billing: composedRelease('00000000000000d1') });
    const { add, composition, forgetWorking, markWorking } = await chooseReleases(given, () => 'visitor');
    await add({ market });
    expect(Object.entries(composition.slices).map(([id, { version }]) => [id, version])).toEqual([
      ['billing', '00000000000000d1'],
      ['market', STABLE],
    ]);
    expect(Object.keys(given.slices)).toEqual(['billing']);
    markWorking('market');
    expect(forgetWorking('market')).toBe(true);
  });
});

describe('a release that works', () => {
  it('is remembered beside those of other slices, and is forgotten without them', async () => {
    work({ billing: 'd1', market: EARLIER });
    const { markWorking, forgetWorking } = await chooseReleases(
      compositionOf({ market: composedRelease(STABLE) }),
    );
    expect(forgetWorking('market')).toBe(false); // another version worked
    markWorking('market');
    expect(workingIn()).toEqual({ billing: 'd1', market: STABLE });
    expect(forgetWorking('market')).toBe(true);
    expect(workingIn()).toEqual({ billing: 'd1' });
    expect(forgetWorking('market')).toBe(false);
  });

  it('is written once, and nothing is written of a slice that the page does not know', async () => {
    const { markWorking, forgetWorking } = await chooseReleases(
      compositionOf({ market: composedRelease(STABLE) }),
    );
    markWorking('unknown');
    expect(forgetWorking('unknown')).toBe(false);
    expect(localStorage.getItem('slipway.worked')).toBeNull();
    markWorking('market');
    localStorage.setItem('slipway.worked', `${localStorage.getItem('slipway.worked') ?? ''} `);
    markWorking('market');
    expect(localStorage.getItem('slipway.worked')).toMatch(/ $/);
  });

  it('is not one that a text of another type names', async () => {
    work({ market: 5 });
    const { forgetWorking } = await chooseReleases(compositionOf({ market: composedRelease(STABLE) }));
    expect(forgetWorking('market')).toBe(false);
  });
});

describe('fallBack', () => {
  const open = (slices: Composition['slices'] = { market }) =>
    chooseReleases(compositionOf(slices), () => 'visitor');
  const failedIn = () => JSON.parse(sessionStorage.getItem('slipway.failed') ?? '{}') as unknown;

  it('goes from the canary to the stable release, then to the earlier one, then nowhere', async () => {
    fail({ billing: ['d1'] });
    for (const [failed, result] of [
      [[CANARY], true],
      [[CANARY, STABLE], true],
      [[CANARY, STABLE], false],
    ] as const) {
      expect(await (await open()).fallBack('market')).toBe(result);
      expect(failedIn()).toEqual({ billing: ['d1'], market: failed });
    }
  });

  it('goes nowhere when the earlier release was removed, and remembers no failure', async () => {
    const releases = await open({ market: { ...composedRelease(STABLE), fallback } });
    vi.mocked(fetch).mockResolvedValue(new Response('', { status: 404 }));
    expect(await releases.fallBack('market')).toBe(false);
    expect(failedIn()).toEqual({});
  });

  it('of a slice goes to its own earlier release, also in the canary of the shell', async () => {
    document.documentElement.dataset['shell'] = 'canary';
    expect(await (await open({ market: composedRelease(STABLE) })).fallBack('market')).toBe(false);
    expect(failedIn()).toEqual({});
    expect(await (await open()).fallBack('market')).toBe(true);
    expect(failedIn()).toEqual({ market: [CANARY] });
  });

  it.each(['unknown', 'shell'])('goes nowhere for %s', async (slice) => {
    expect(await (await open()).fallBack(slice)).toBe(false);
    expect(failedIn()).toEqual({});
  });
});
