/** What cannot be loaded is replaced by what worked in this browser last, by a new document, and never in a circle. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type Composition } from '@slipway/contracts';
import { takeReleases } from './releases';
import { replacing } from './releaseFallback';
import { composedRelease, compositionOf } from '../testing/compositions';

const EARLIER = '00000000000000b0';
const NEW = '00000000000000b1';
const CANARY = '00000000000000c1';
const release = composedRelease;
const INTEGRITY = release(NEW).files['page.js'] ?? '';
const fallback = { version: EARLIER, base: `/slices/market/${EARLIER}/`, release: INTEGRITY };

const running = (market: Composition['slices'][string]) => compositionOf({ market });

const asReleased = (version: string) => ({
  ...{ schema: 1, kind: 'slice', id: 'market', owner: 'market-team', version, commit: 'unknown' },
  ...{
    builtAt: '2026-11-21T09:00:00.000Z',
    contract: 1,
    requires: {},
    migration: null,
    routes: [],
    slots: [],
  },
  ...{
    nav: [],
    preload: {},
    entry: 'mf-manifest.json',
    files: { 'page.js': { size: 4, integrity: INTEGRITY } },
  },
});

const unreachable = () => Promise.reject<string>(new AppError('slice_unreachable', 'gone'));
let isWriting = false;

/** One document: what it runs, and what becomes of a part of the slice. */
async function open(composition: Composition) {
  const releases = await takeReleases(composition);
  const reload = vi.fn();
  const orReplaced = replacing(releases.composition, releases, () => isWriting, reload);
  return {
    version: releases.composition.slices['market']?.version,
    reload,
    show: (part: Promise<string>) => orReplaced('market', part),
  };
}

/** A document in which `composition`'s slice worked. */
const worked = async (composition: Composition) => (await open(composition)).show(Promise.resolve('shown'));
/** Whether a failing part made the document load anew; false when its failure was shown. */
async function fails(document: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const shown = document.show(unreachable()).catch(() => 'failed');
  await vi.waitFor(async () => {
    const outcome = await Promise.race([shown, Promise.resolve('waiting')]);
    expect(outcome === 'failed' || document.reload.mock.calls.length > 0).toBe(true);
  });
  return document.reload.mock.calls.length > 0;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  isWriting = false;
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, options: RequestInit) =>
      Promise.resolve(
        url === window.location.href && options.method === 'HEAD'
          ? new Response()
          : url === `${fallback.base}release.json` && options.integrity === INTEGRITY
            ? Response.json(asReleased(EARLIER))
            : new Response('', { status: 404 }),
      ),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a release that cannot be loaded', () => {
  it('is replaced by the one that worked last, with the files that its description lists', async () => {
    await worked(running(release(EARLIER)));
    const composition = running({ ...release(NEW), fallback });
    const first = await open(composition);
    expect(first.version).toBe(NEW);
    expect(await fails(first)).toBe(true);
    const second = await open(composition);
    expect(second.version).toBe(EARLIER);
    expect((await takeReleases(composition)).composition.slices['market']).toEqual(release(EARLIER));
    // Should that fail as well, nothing goes round in circles.
    expect(await fails(second)).toBe(false);
  });

  it('is not, where the earlier one never worked, or this one did since, or none is allowed', async () => {
    const composition = running({ ...release(NEW), fallback });
    expect(await fails(await open(composition))).toBe(false);
    await worked(running(release(EARLIER)));
    expect(await fails(await open(running(release(NEW))))).toBe(false);
    await worked(composition);
    expect(await fails(await open(composition))).toBe(false);
    expect((await open(composition)).version).toBe(NEW);
  });

  it('is not, while something is being saved, where the earlier one is gone, or without a network', async () => {
    await worked(running(release(EARLIER)));
    const composition = running({ ...release(NEW), fallback });
    isWriting = true;
    expect(await fails(await open(composition))).toBe(false);
    isWriting = false;
    vi.mocked(fetch).mockImplementation((url) =>
      Promise.resolve(new Response('', { status: url === window.location.href ? 200 : 404 })),
    );
    expect(await fails(await open(composition))).toBe(false);
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await fails(await open(composition))).toBe(false);
    const canary = running({ ...release(EARLIER), canary: { percent: 99, release: release(CANARY) } });
    localStorage.setItem('slipway.visitor', 'visitor 1');
    expect((await open(canary)).version).toBe(CANARY);
    expect(await fails(await open(canary))).toBe(false);
  });

  it('is tried again when its replacement is gone meanwhile, and in another tab', async () => {
    await worked(running(release(EARLIER)));
    const composition = running({ ...release(NEW), fallback });
    expect(await fails(await open(composition))).toBe(true);
    const gone = vi.mocked(fetch).mockResolvedValueOnce(new Response('', { status: 404 }));
    expect((await open(composition)).version).toBe(NEW);
    expect(gone).toHaveBeenCalled();
    sessionStorage.clear();
    expect((await open(composition)).version).toBe(NEW);
  });

  it('of a canary is replaced by what the others have', async () => {
    const stable = release(NEW);
    await worked(running(stable));
    const composition = running({ ...stable, canary: { percent: 99, release: release(CANARY) } });
    // Whoever is in the canary: 99 of 100.
    localStorage.setItem('slipway.visitor', 'visitor 1');
    const document = await open(composition);
    expect(document.version).toBe(CANARY);
    expect(await fails(document)).toBe(true);
    expect((await open(composition)).version).toBe(NEW);
  });

  it('stays as it is in a browser that keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'QuotaExceededError');
    });
    const composition = running({ ...release(NEW), fallback });
    expect(await worked(composition)).toBe('shown');
    expect(await fails(await open(composition))).toBe(false);
  });
});
