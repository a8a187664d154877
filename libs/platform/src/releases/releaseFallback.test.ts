/** A release that cannot be loaded is replaced by the last working one, in a new document, and never in a loop. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type Composition } from '@slipway/contracts';
import { chooseReleases } from './releases';
import { createReleaseFallback } from './releaseFallback';
import { composedRelease, compositionOf } from '../testing/compositions';

const EARLIER = '00000000000000b0';
const NEW = '00000000000000b1';
const CANARY = '00000000000000c1';
const release = composedRelease;
const INTEGRITY = release(NEW).files['page.js'] ?? '';
const fallback = { version: EARLIER, base: `/slices/market/${EARLIER}/`, release: INTEGRITY };

const running = (market: Composition['slices'][string]) => compositionOf({ market });

const releaseJson = (version: string) => ({
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
let isSaving = false;

/** Loads a document: the version it runs, and how it renders a part of the slice. */
async function open(composition: Composition) {
  const releases = await chooseReleases(composition);
  const reload = vi.fn();
  const releaseFallback = createReleaseFallback(releases.composition, releases, () => isSaving, reload);
  return {
    version: releases.composition.slices['market']?.version,
    reload,
    show: (part: Promise<string>) => releaseFallback.guard('market', part),
    markWorking: () => {
      releaseFallback.markWorking('market');
    },
    crash: () => releaseFallback.afterCrash('market', new Error('bug')),
  };
}

/** Loads a document in which the slice works. */
async function worked(composition: Composition): Promise<string> {
  const document = await open(composition);
  const shown = await document.show(Promise.resolve('shown'));
  document.markWorking();
  return shown;
}
type Opened = Awaited<ReturnType<typeof open>>;
/** Return whether a failing part reloaded the document; false when the failure was shown. */
const fails = (document: Opened) => reloads(document, document.show(unreachable()));
const crashes = (document: Opened) => reloads(document, document.crash());

async function reloads(document: Opened, failure: Promise<unknown>): Promise<boolean> {
  const shown = failure.then(
    () => 'failed',
    () => 'failed',
  );
  await vi.waitFor(async () => {
    const outcome = await Promise.race([shown, Promise.resolve('waiting')]);
    expect(outcome === 'failed' || document.reload.mock.calls.length > 0).toBe(true);
  });
  return document.reload.mock.calls.length > 0;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  isSaving = false;
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, options: RequestInit) =>
      Promise.resolve(
        url === window.location.href && options.method === 'HEAD'
          ? new Response()
          : url === `${fallback.base}release.json` && options.integrity === INTEGRITY
            ? Response.json(releaseJson(EARLIER))
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
  it('is replaced by the last working one, with the files of its release.json', async () => {
    await worked(running(release(EARLIER)));
    const composition = running({ ...release(NEW), fallback });
    const first = await open(composition);
    expect(first.version).toBe(NEW);
    expect(await fails(first)).toBe(true);
    const second = await open(composition);
    expect(second.version).toBe(EARLIER);
    expect((await chooseReleases(composition)).composition.slices['market']).toEqual(release(EARLIER));
    // If that one fails too, the document does not reload again.
    expect(await fails(second)).toBe(false);
  });

  it('is replaced for a first-time visitor too, unless no earlier one is offered (D2)', async () => {
    expect(await fails(await open(running(release(NEW))))).toBe(false);
    expect(await fails(await open(running({ ...release(NEW), fallback })))).toBe(true);
    expect((await open(running({ ...release(NEW), fallback }))).version).toBe(EARLIER);
  });

  it('is replaced after it was loaded, when its code throws (D2)', async () => {
    const composition = running({ ...release(NEW), fallback });
    const document = await open(composition);
    expect(await document.show(Promise.resolve('shown'))).toBe('shown');
    expect(await crashes(document)).toBe(true);
    expect((await open(composition)).version).toBe(EARLIER);
  });

  it('is replaced at its second crash when it has worked in this browser (D2)', async () => {
    const composition = running({ ...release(NEW), fallback });
    await worked(composition);
    expect(await (await open(composition)).crash()).toBe(false);
    expect(await crashes(await open(composition))).toBe(true);
    expect((await open(composition)).version).toBe(EARLIER);
  });

  it('is not replaced again by a crash of the earlier one, and no error is handled twice', async () => {
    const composition = running({ ...release(NEW), fallback });
    expect(await crashes(await open(composition))).toBe(true);
    expect(await (await open(composition)).crash()).toBe(false);
    const releases = await chooseReleases(running(release(NEW)));
    const fallBack = vi.spyOn(releases, 'fallBack');
    const { guard, afterCrash } = createReleaseFallback(releases.composition, releases, () => false);
    const error = new AppError('slice_unreachable', 'gone');
    await expect(guard('market', Promise.reject(error))).rejects.toBe(error);
    expect(await afterCrash('market', error)).toBe(false);
    expect(fallBack).toHaveBeenCalledOnce();
  });

  it('stays while a mutation is pending, when the earlier one was removed, and offline', async () => {
    await worked(running(release(EARLIER)));
    const composition = running({ ...release(NEW), fallback });
    isSaving = true;
    expect(await fails(await open(composition))).toBe(false);
    isSaving = false;
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

  it('is tried again when its replacement was removed, and in another tab', async () => {
    await worked(running(release(EARLIER)));
    const composition = running({ ...release(NEW), fallback });
    expect(await fails(await open(composition))).toBe(true);
    const removed = vi.mocked(fetch).mockResolvedValueOnce(new Response('', { status: 404 }));
    expect((await open(composition)).version).toBe(NEW);
    expect(removed).toHaveBeenCalled();
    sessionStorage.clear();
    expect((await open(composition)).version).toBe(NEW);
  });

  it('is replaced by the stable release when it is a canary', async () => {
    const stable = release(NEW);
    await worked(running(stable));
    const composition = running({ ...stable, canary: { percent: 99, release: release(CANARY) } });
    // One of the 99 % in the canary.
    localStorage.setItem('slipway.visitor', 'visitor 1');
    const document = await open(composition);
    expect(document.version).toBe(CANARY);
    expect(await fails(document)).toBe(true);
    expect((await open(composition)).version).toBe(NEW);
  });

  it('stays in a browser that blocks storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('rejected', 'QuotaExceededError');
    });
    const composition = running({ ...release(NEW), fallback });
    expect(await worked(composition)).toBe('shown');
    expect(await fails(await open(composition))).toBe(false);
  });
});
