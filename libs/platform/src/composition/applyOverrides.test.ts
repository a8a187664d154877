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
const composition = compositionOf({
  market: composedRelease('00000000000000b1'),
  auth: composedRelease('00000000000000a1'),
});
const apply = (wanted: Record<string, string>) =>
  applyOverrides(composition, new Map(Object.entries(wanted)));

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) =>
      Promise.resolve(
        url === 'http://localhost:4205/release.json'
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
      { slice: 'market', origin: 'http://localhost:4205', failure: undefined },
    ]);
    expect(fetch).toHaveBeenCalledExactlyOnceWith('http://localhost:4205/release.json', {
      cache: 'no-store',
    });
  });

  it('keeps the slice when its origin has no release, and says why', async () => {
    const applied = await apply({ market: 'http://localhost:9' });
    expect(applied.composition.slices).toEqual(composition.slices);
    expect(applied.overrides).toEqual([
      { slice: 'market', origin: 'http://localhost:9', failure: 'release.json returned status 404' },
    ]);
  });

  it('rejects the release of another slice', async () => {
    const applied = await apply({ auth: 'http://localhost:4205' });
    expect(applied.overrides[0]?.failure).toBe('release.json belongs to market');
  });

  it('does not change the composition that it was given', async () => {
    await apply({ market: 'http://localhost:4205' });
    expect(composition.slices['market']?.version).toBe('00000000000000b1');
  });
});

describe('fetchRelease', () => {
  it('rejects an invalid release.json', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...releaseJson, version: 'x' })));
    await expect(fetchRelease('market', '/slices/market/', {})).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
