import type { Composition } from '@slipway/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchRelease } from '../releases/fetchRelease';
import { composedRelease, compositionOf } from '../testing/compositions';
import { applyOverrides } from './applyOverrides';

const HASH = `sha384-${'B'.repeat(64)}`;
const releaseJson = {
  ...{ schema: 1, kind: 'slice', id: 'market', owner: 'market-team', version: '00000000000000d1' },
  ...{ commit: 'unknown', builtAt: '2026-11-21T09:00:00.000Z', contract: 1, requires: {}, migration: null },
  ...{ routes: [], slots: [], nav: [], preload: {}, entry: 'mf-manifest.json' },
  files: { 'page.js': { size: 4, integrity: HASH } },
};
const canary = composedRelease('00000000000000c1');
const composed: Composition = {
  ...compositionOf({
    market: { ...composedRelease('00000000000000b1'), canary: { percent: 5, release: canary } },
    auth: composedRelease('00000000000000a1'),
  }),
  allowOverrides: true,
  overrides: {
    market: [
      { version: '00000000000000d1', base: '/slices/market/00000000000000d1/', release: HASH },
      { version: '00000000000000d2', base: '/slices/market/00000000000000d2/', release: HASH },
    ],
  },
};
const composition: Composition = {
  ...composed,
  slices: { ...composed.slices, market: composedRelease('00000000000000b1') },
};
const apply = (wanted: Record<string, string>, document = composed) =>
  applyOverrides(document, composition, new Map(Object.entries(wanted)));

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) =>
      Promise.resolve(
        ['http://localhost:4205/release.json', '/slices/market/00000000000000d1/release.json'].includes(url)
          ? Response.json(releaseJson)
          : new Response('', { status: 404 }),
      ),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('applyOverrides', () => {
  it('replaces a slice by the release at its origin', async () => {
    const applied = await apply({ market: 'http://localhost:4205' });
    expect(applied.composition.slices['market']).toEqual({
      ...{ version: '00000000000000d1', owner: 'market-team', base: 'http://localhost:4205/' },
      ...{ entry: 'mf-manifest.json', routes: [], slots: [], nav: [], preload: {} },
      files: { 'page.js': HASH },
    });
    expect(applied.composition.slices['auth']).toBe(composition.slices['auth']);
    expect(applied.overrides).toEqual([
      { slice: 'market', target: 'http://localhost:4205', failure: undefined },
    ]);
    expect(fetch).toHaveBeenCalledExactlyOnceWith('http://localhost:4205/release.json', {
      cache: 'no-store',
    });
  });

  it('keeps the slice when its origin has no release, and says why', async () => {
    const applied = await apply({ market: 'http://localhost:9' });
    expect(applied.composition.slices).toEqual(composition.slices);
    expect(applied.overrides).toEqual([
      { slice: 'market', target: 'http://localhost:9', failure: 'release.json returned status 404' },
    ]);
  });

  it('rejects the release of another slice', async () => {
    const applied = await apply({ auth: 'http://localhost:4205' });
    expect(applied.overrides[0]?.failure).toBe('release.json belongs to market');
  });

  it('runs a listed release by the hash of its description, and a canary whatever the share', async () => {
    const listed = await apply({ market: '00000000000000d1' });
    expect(listed.composition.slices['market']).toMatchObject({
      ...{ version: '00000000000000d1', files: { 'page.js': HASH } },
    });
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/slices/market/00000000000000d1/release.json', {
      integrity: HASH,
    });
    expect((await apply({ market: canary.version })).composition.slices['market']).toEqual(canary);
  });

  it('runs the earlier release that the environment offers, by the hash of its description', async () => {
    const fallback = {
      version: releaseJson.version,
      base: '/slices/market/00000000000000d1/',
      release: HASH,
    };
    const market = { ...composedRelease('00000000000000b1'), fallback };
    const document = { ...compositionOf({ market }), allowOverrides: false };
    const applied = await apply({ market: fallback.version }, document);
    expect(applied.composition.slices['market']).toMatchObject({
      ...{ version: fallback.version, base: fallback.base, files: { 'page.js': HASH } },
    });
    expect(fetch).toHaveBeenCalledExactlyOnceWith(`${fallback.base}release.json`, { integrity: HASH });
  });

  it('keeps the earlier release of a sandboxed slice in its frame', async () => {
    const frame = { file: 'frame.0123456789abcdef.html', emits: [], listens: [] };
    const base = '/slices/market/00000000000000d1/';
    const fallback = { version: releaseJson.version, base, release: HASH, frame };
    const market = { ...composedRelease('00000000000000b1'), frame, fallback };
    const applied = await apply({ market: fallback.version }, compositionOf({ market }));
    expect(applied.composition.slices['market']).toMatchObject({ version: fallback.version, frame });
  });

  it('rejects a slice that the composition does not have, where nothing is listed', async () => {
    const { overrides } = await apply({ unknown: '00000000000000d1' }, compositionOf({}));
    expect(overrides[0]?.failure).toBe('this environment does not list it');
  });

  it.each([
    ['a release that is not listed', 'market', 'ffffffffffffffff', 'this environment does not list it'],
    ['a listed release of another slice', 'auth', '00000000000000d1', 'this environment does not list it'],
    [
      'a listed release whose files are gone',
      'market',
      '00000000000000d2',
      'release.json returned status 404',
    ],
  ])('rejects %s, and says why', async (_what, slice, target, failure) => {
    const applied = await apply({ [slice]: target });
    expect(applied.composition.slices).toEqual(composition.slices);
    expect(applied.overrides).toEqual([{ slice, target, failure }]);
  });

  it('runs nothing from a machine where only listed releases are allowed', async () => {
    const applied = await apply({ market: 'http://localhost:4205' }, { ...composed, allowOverrides: false });
    expect(applied.overrides[0]?.failure).toBe(
      'this environment allows no releases from developers’ machines',
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  const frame = { file: 'frame.0123456789abcdef.html', emits: [], listens: [] };
  const market = composedRelease('00000000000000b1');
  it.each<[string, Partial<Composition>]>([
    ['its release', { slices: { market: { ...market, frame } } }],
    [
      'its canary',
      { slices: { market: { ...market, canary: { percent: 5, release: { ...canary, frame } } } } },
    ],
    [
      'a listed release',
      { overrides: { market: [{ version: canary.version, base: canary.base, release: HASH, frame }] } },
    ],
  ])('runs no build of a machine in place of a sandboxed slice: %s has a frame', async (_what, fields) => {
    const applied = await apply({ market: 'http://localhost:4205' }, { ...composed, ...fields });
    expect(applied.overrides[0]?.failure).toBe(
      'a build on this machine has no sandbox, and this slice needs one: publish the build first',
    );
    expect(applied.composition.slices).toEqual(composition.slices);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('does not change the composition that it was given', async () => {
    await apply({ market: 'http://localhost:4205' });
    expect(composition.slices['market']?.version).toBe('00000000000000b1');
  });
});

describe('fetchRelease', () => {
  it('keeps the redirects of a release, and adds none', async () => {
    const redirects = [{ from: '/plans', to: '/market' }];
    const fetchFrom = (json: object) => {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(json)));
      return fetchRelease('market', '/slices/market/', {});
    };
    expect((await fetchFrom({ ...releaseJson, redirects })).redirects).toEqual(redirects);
    expect(await fetchFrom(releaseJson)).not.toHaveProperty('redirects');
  });

  it('rejects an invalid release.json', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...releaseJson, version: 'x' })));
    await expect(fetchRelease('market', '/slices/market/', {})).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
