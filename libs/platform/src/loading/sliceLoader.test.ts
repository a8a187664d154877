/**
 * Loading slices: retries, compatibility, and failures. Containers are faked. One
 * file, because all tests share the fakes.
 */
import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as Containers from './container';
import type { LazyModule } from './sliceParts';
import { log } from '@slipway/log';
import { composedRelease, compositionOf } from '../testing/compositions';
import { createSliceLoader } from './sliceLoader';
import { waitForTranslations } from './translations';
import { createTrust } from './trust';

const loadModule = vi.hoisted(() => vi.fn<(slice: string, entry: string) => Promise<unknown>>());
const createContainers = vi.hoisted(() => vi.fn<typeof Containers.createContainers>(() => loadModule));
vi.mock('./container', () => ({ createContainers }));
afterAll(() => {
  vi.doUnmock('./container');
});

const release = { ...composedRelease('00000000000000b1'), preload: { '/market': ['page.js', 'page.css'] } };
const composition = compositionOf({ market: release });

const Page = () => null;
const moduleOf = (manifest: object, pages: Record<string, unknown> = {}) => ({
  default: {
    manifest: { id: 'market', contract: 2, ...manifest },
    pages: { '/market': () => Promise.resolve({ default: Page }), ...pages },
  },
});

const entry = `${window.location.origin}${release.base}mf-manifest.json`;
const chunks = [`${window.location.origin}${release.base}page.js`];

const loaderFor = (contracts: number[]) =>
  createSliceLoader(composition, contracts, createTrust(composition, window.location.origin));
const load = (part = '/market', slice = 'market') => loaderFor([1, 2]).part(slice, part);
const chunkError = (file: string) => new Error(`Loading chunk ${file} failed`);

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
  loadModule.mockReset().mockResolvedValue(moduleOf({}));
  createContainers.mockClear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
});

describe('createSliceLoader', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('a bug of the loader');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a bug of the loader'))],
  ])(
    'starts the data of a page before its code has loaded, and survives a loader that %s',
    async (_how, run) => {
      let loadPage: (page: { default: typeof Page }) => void = () => undefined;
      const pending = new Promise<{ default: typeof Page }>((resolve) => (loadPage = resolve));
      const started = vi.fn();
      const fails = (context: unknown) => {
        started(context);
        return run();
      };
      loadModule.mockResolvedValue(moduleOf({}, { '/market': { page: () => pending, loader: fails } }));
      const loader = loaderFor([2]);
      const page = loader.part('market', '/market');
      const context = { queryClient: new QueryClient(), params: {}, search: new URLSearchParams() };
      const data = loader.startData('market', '/market', context);
      await vi.waitFor(() => {
        expect(started).toHaveBeenCalledExactlyOnceWith(context);
      });
      await data;
      loadPage({ default: Page });
      expect(await page).toBe(Page);
    },
  );

  it('loads the component of a part, once', async () => {
    const loader = loaderFor([2]);
    const part = loader.part('market', '/market');
    expect(loader.part('market', '/market')).toBe(part);
    expect(await part).toBe(Page);
    expect(loadModule).toHaveBeenCalledExactlyOnceWith('market', entry, chunks);
  });

  it('evaluates no code of a slice before its translation, also not to start the data of a page', async () => {
    vi.stubEnv('SLIPWAY_LANGUAGES', 'translated');
    let translate: () => void = () => undefined;
    const translation = new Promise<void>((resolve) => (translate = resolve));
    waitForTranslations(() => translation);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      waitForTranslations(() => Promise.resolve());
    });
    const loader = loaderFor([2]);
    const page = loader.part('market', '/market');
    const context = { queryClient: new QueryClient(), params: {}, search: new URLSearchParams() };
    const data = loader.startData('market', '/market', context);
    await new Promise((resolve) => setTimeout(resolve));
    expect(loadModule).not.toHaveBeenCalled();
    translate();
    await Promise.all([page, data]);
    expect(loadModule).toHaveBeenCalled();
  });

  it('rejects a slice that the composition does not have', async () => {
    await expect(load('/x', 'constructor2')).rejects.toMatchObject({ code: 'not_found' });
    expect(loadModule).not.toHaveBeenCalled();
  });
});

describe('compatibility', () => {
  it.each([
    ['no module', null, 'does not export a slice'],
    ['no such part', moduleOf({}, { '/market': undefined }), 'has no page or slot /market'],
    [
      'a page without a component',
      moduleOf({}, { '/market': () => Promise.resolve({ default: undefined } as never) }),
      'exports no component for /market',
    ],
  ])('rejects %s at once', async (_what, module, message) => {
    loadModule.mockResolvedValue(module);
    const failure = load();
    await expect(failure).rejects.toMatchObject({ code: 'slice_incompatible' });
    await expect(failure).rejects.toThrow(message);
    expect(loadModule).toHaveBeenCalledOnce();
  });

  it('accepts every supported contract', async () => {
    const { manifest, pages } = moduleOf({ contract: 1 }).default;
    loadModule.mockResolvedValue({ default: { manifest, parts: pages } });
    expect(await load()).toBe(Page);
  });
});

describe('retries', () => {
  it('recover from a dropped connection after 400 ms', async () => {
    vi.useFakeTimers();
    loadModule.mockRejectedValueOnce(chunkError('a'));
    const part = load();
    await vi.advanceTimersByTimeAsync(399);
    expect(loadModule).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(await part).toBe(Page);
    vi.useRealTimers();
  });

  it('continue while each attempt fails on a different file', async () => {
    for (const file of ['a', 'b', 'c']) loadModule.mockRejectedValueOnce(chunkError(file));
    expect(await load()).toBe(Page);
    expect(loadModule).toHaveBeenCalledTimes(4);
  });

  it('end when a file fails again', async () => {
    loadModule.mockRejectedValue(chunkError('a'));
    await expect(load()).rejects.toMatchObject({ code: 'slice_unreachable' });
    expect(loadModule).toHaveBeenCalledTimes(2);
  });

  it('start again with the next call after a failure', async () => {
    const loader = loaderFor([2]);
    loadModule.mockRejectedValue(chunkError('a'));
    await expect(loader.part('market', '/market')).rejects.toThrow();
    loadModule.mockResolvedValue(moduleOf({}));
    expect(await loader.part('market', '/market')).toBe(Page);
  });
});

describe('code that throws while it is evaluated (D2)', () => {
  const records = () =>
    vi.mocked(log.error).mock.calls.map(([, record]) => JSON.parse(String(record)) as unknown);

  it('is not tried again, because the half-evaluated module would be taken as loaded', async () => {
    const page = vi.fn<LazyModule>();
    page.mockRejectedValueOnce(new TypeError('rates is undefined')).mockResolvedValue({ default: Page });
    loadModule.mockResolvedValue(moduleOf({}, { '/market': page }));
    const loader = loaderFor([2]);
    await expect(loader.part('market', '/market')).rejects.toThrow('rates is undefined');
    await expect(loader.part('market', '/market')).rejects.toThrow('rates is undefined');
    expect(page).toHaveBeenCalledOnce();
    const where = { slice: 'market', version: '00000000000000b1', phase: 'evaluate', part: 'page' };
    expect(records()).toEqual([expect.objectContaining({ ...where, reason: 'rates is undefined' })]);
  });

  it('is recorded for the exposed module, and ends every part of the slice', async () => {
    loadModule.mockRejectedValueOnce(new ReferenceError('slice is not defined'));
    const loader = loaderFor([2]);
    const [, , steps] = createContainers.mock.calls[0] ?? [];
    steps?.reach('market', 'module');
    await expect(loader.part('market', '/market')).rejects.toThrow('slice is not defined');
    await expect(loader.part('market', 'other')).rejects.toThrow('slice is not defined');
    expect(loadModule).toHaveBeenCalledOnce();
    expect(records()).toEqual([expect.objectContaining({ phase: 'evaluate', part: 'module' })]);
  });
});

describe('a step that hangs (D6)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const never = () => new Promise<never>(() => undefined);

  it('ends after the time limit of its step, and is recorded', async () => {
    const limited = { ...composition, timeLimits: { manifest: 2_000 } };
    const loader = createSliceLoader(limited, [2], createTrust(composition, window.location.origin));
    loadModule.mockImplementation(never);
    const part = loader.part('market', '/market');
    const outcome = expect(part).rejects.toThrow('The manifest did not load within 2 seconds');
    await vi.advanceTimersByTimeAsync(2_000);
    await outcome;
    const [, record] = vi.mocked(log.error).mock.calls[0] ?? [];
    expect(JSON.parse(String(record))).toMatchObject({ phase: 'hang', part: 'manifest' });
  });

  it('has its own time: fifteen seconds without a setting', async () => {
    loadModule.mockImplementation(
      () => new Promise((resolve) => setTimeout(resolve, 14_000, moduleOf({}, { '/market': never }))),
    );
    const part = load();
    const outcome = expect(part).rejects.toMatchObject({ phase: 'hang', part: 'page' });
    await vi.advanceTimersByTimeAsync(14_000 + 14_999);
    expect(log.error).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
  });
});

describe('a failure', () => {
  it('is logged with the slice, its version and its owner', async () => {
    loadModule.mockRejectedValue(chunkError('a'));
    await expect(load()).rejects.toThrow();
    const [message, record] = vi.mocked(log.error).mock.calls[0] ?? [];
    expect(message).toBe('slice failed');
    expect(JSON.parse(String(record))).toMatchObject({
      slice: 'market',
      version: '00000000000000b1',
      owner: 'market-team',
      phase: 'load',
      code: 'slice_unreachable',
    });
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('is explained by the files of the part', async () => {
    loadModule.mockRejectedValue(chunkError('a'));
    await expect(load()).rejects.toThrow(`${release.base}page.js returned status 404`);
  });

  it('is explained by all code of the release, for a part without preloaded files', async () => {
    loadModule.mockRejectedValue(chunkError('a'));
    await expect(load('other')).rejects.toThrow(`${release.base}page.js returned status 404`);
  });
});
