/** A page of the shell that fails opens the earlier shell, unless the user would lose something. */
import { renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type Composition } from '@slipway/contracts';
import { composedRelease, compositionOf } from '../testing/compositions';
import { useUnsaved } from '../routing/useUnsaved';
import { createReleaseFallback } from './releaseFallback';
import { chooseReleases } from './releases';

const STABLE = '00000000000000a1';
const CANARY = '00000000000000c1';
const RECOVERY = '/recovery.html';
const { dataset } = document.documentElement;
const replace = vi.fn<(address: string) => void>();
const reload = vi.fn();
/** The addresses that can be reached. */
let reachable: string[];
let isSaving: boolean;

const plain = compositionOf({ market: composedRelease('00000000000000b1') });
const canary = { ...composedRelease(CANARY), base: `/slices/shell/${CANARY}/` };
const withCanary: Composition = {
  ...plain,
  shell: { ...plain.shell, canary: { percent: 50, release: canary } },
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  replace.mockReset();
  reload.mockReset();
  reachable = [RECOVERY, window.location.href];
  isSaving = false;
  vi.stubGlobal('location', { href: window.location.href, hash: '#top', replace });
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string) =>
      Promise.resolve(new Response('', { status: reachable.includes(address) ? 200 : 404 })),
    ),
  );
});
afterEach(() => {
  delete dataset['recovery'];
  delete dataset['shell'];
  vi.unstubAllGlobals();
});

/** Fails a part of `slice`, and returns what happens to it: `shown`, or the way to another document. */
async function fail(slice = 'shell', composition = plain, running?: Composition): Promise<string> {
  const releases = await chooseReleases(composition);
  const { guard } = createReleaseFallback(running ?? releases.composition, releases, () => isSaving, reload);
  const shown = guard(slice, Promise.reject(new AppError('slice_unreachable', 'gone'))).then(
    () => 'loaded',
    () => 'shown',
  );
  // No polling: it would continue after the test, and move the fake clock of another one.
  const left = new Promise<string>((resolve) => {
    replace.mockImplementation(() => {
      resolve('replaced');
    });
    reload.mockImplementation(() => {
      resolve('reloaded');
    });
  });
  return Promise.race([shown, left]);
}

describe('the shell', () => {
  it('opens the document with the earlier shell, at the same place of the page', async () => {
    dataset['recovery'] = RECOVERY;
    expect(await fail()).toBe('replaced');
    expect(replace).toHaveBeenCalledExactlyOnceWith(`${RECOVERY}#top`);
    expect(vi.mocked(fetch).mock.calls[0]).toEqual([
      RECOVERY,
      expect.objectContaining({ method: 'HEAD', cache: 'no-store' }),
    ]);
  });

  it.each([
    ['no earlier shell', undefined],
    ['an earlier shell that cannot be reached', '/removed.html'],
  ])('shows its failure with %s', async (_what, recovery) => {
    if (recovery !== undefined) dataset['recovery'] = recovery;
    expect(await fail()).toBe('shown');
    expect([replace.mock.calls, reload.mock.calls]).toEqual([[], []]);
  });

  it('shows its failure without an earlier shell also where a server has a page for every address', async () => {
    vi.mocked(fetch).mockResolvedValue(new Response());
    expect(await fail()).toBe('shown');
    expect(replace).not.toHaveBeenCalled();
  });

  it('shows its failure while the user has unsaved input or a mutation is pending', async () => {
    dataset['recovery'] = RECOVERY;
    isSaving = true;
    expect(await fail()).toBe('shown');
    isSaving = false;
    const router = createMemoryRouter([{ path: '/', Component: () => (useUnsaved(true), null) }]);
    const { unmount } = renderHook(() => undefined, {
      wrapper: () => createElement(RouterProvider, { router }),
    });
    expect(await fail()).toBe('shown');
    unmount();
    expect(await fail()).toBe('replaced');
  });

  it('of a canary opens the stable one in this tab, not the earlier one, and keeps earlier failures', async () => {
    dataset['recovery'] = RECOVERY;
    dataset['shell'] = 'canary';
    sessionStorage.setItem('slipway.failed', JSON.stringify({ billing: ['b1'], shell: ['c0'] }));
    expect(await fail('shell', withCanary)).toBe('reloaded');
    expect(JSON.parse(sessionStorage.getItem('slipway.failed') ?? '')).toEqual({
      ...{ billing: ['b1'], shell: ['c0', CANARY] },
    });
    expect(replace).not.toHaveBeenCalled();
  });

  it('is not replaced by its earlier release for the failure of a slice', async () => {
    dataset['recovery'] = RECOVERY;
    expect(await fail('market')).toBe('shown');
    expect(replace).not.toHaveBeenCalled();
  });
});

describe('a release from the developer’s machine', () => {
  const earlier = {
    version: '00000000000000b0',
    base: '/slices/market/00000000000000b0/',
    release: 'sha384-x',
  };
  const local = compositionOf({
    market: { ...composedRelease('00000000000000b1'), base: 'http://localhost:4205/' },
  });

  it('is not replaced, so that its developer sees the failure', async () => {
    const offered = compositionOf({ market: { ...composedRelease('00000000000000b1'), fallback: earlier } });
    expect(await fail('market', offered, local)).toBe('shown');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('does not count as a release that works', async () => {
    const releases = await chooseReleases(plain);
    createReleaseFallback(local, releases, () => false).markWorking('market');
    expect(releases.forgetWorking('market')).toBe(false);
  });
});

describe('the composition of a document', () => {
  it.each([
    ['canary', CANARY, `/slices/shell/${CANARY}/`],
    ['stable', STABLE, `/slices/shell/${STABLE}/`],
  ])('has the shell that the document runs: %s', async (side, version, base) => {
    dataset['shell'] = side;
    const { shell } = (await chooseReleases(withCanary)).composition;
    expect(shell).toMatchObject({ version, base });
    expect(shell).not.toHaveProperty('canary');
  });

  it('has the stable shell where there is no canary, whatever the document says', async () => {
    dataset['shell'] = 'canary';
    expect((await chooseReleases(plain)).composition.shell).toEqual(plain.shell);
  });
});
