/** A link loads a newer composition only where nothing is lost. */
import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, Toasts } from '@slipway/design-system';
import { composedRelease, compositionOf } from '../testing/compositions';
import { noRest } from './rest';
import { createUpdateWatcher } from './updateWatcher';
import { useUnsaved } from '../routing/useUnsaved';

const MINUTE = 60_000;

const Form = ({ isUnsaved }: { isUnsaved: boolean }) => {
  useUnsaved(isUnsaved);
  return null;
};

let isSaving = false;
const mine = { ...compositionOf({}), revision: 3 };

const respondWith = (body: () => Promise<Response>) => {
  vi.stubGlobal('fetch', vi.fn(body));
};

/** A page on revision 3 of staging, a minute after it was opened. */
async function watchedAfterAMinute(current: { environment?: string; revision?: number }) {
  respondWith(() => Promise.resolve(Response.json(current)));
  const watcher = createUpdateWatcher(mine, noRest, () => isSaving);
  expect(watcher.shouldLoad('/other')).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  return watcher;
}

const returnToTab = async () => {
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'addEventListener');
  isSaving = false;
});
afterEach(() => {
  // A watcher lasts as long as its page, but these share one document.
  for (const [type, listener] of vi.mocked(document.addEventListener).mock.calls) {
    document.removeEventListener(type, listener);
  }
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a newer composition', () => {
  it('is found at once when the user tries again, unless something would be lost (D9)', async () => {
    respondWith(() => Promise.resolve(Response.json({ environment: 'staging', revision: 4 })));
    const watcher = createUpdateWatcher(mine, noRest, () => isSaving);
    isSaving = true;
    expect(await watcher.canUpdate()).toBe(false);
    isSaving = false;
    expect(await watcher.canUpdate()).toBe(true);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('is not loaded while a toast offers Undo, which a new document would not have', async () => {
    const watcher = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    const { container, unmount } = render(<Toasts />);
    act(() => {
      toast.success('Agent deleted', { action: { label: 'Undo', onPress: () => undefined } });
    });
    expect(container.textContent).toMatch(/Undo/);
    expect(watcher.shouldLoad('/other')).toBe(false);
    unmount();
    expect(watcher.shouldLoad('/other')).toBe(true);
  });

  it('is not there for a page that has the newest, or is offline (D9)', async () => {
    respondWith(() => Promise.resolve(Response.json({ environment: 'staging', revision: 3 })));
    const watcher = createUpdateWatcher(mine, noRest, () => isSaving);
    expect(await watcher.canUpdate()).toBe(false);
    respondWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await watcher.canUpdate()).toBe(false);
  });

  it('is loaded by a link to another page, not by a link within the page', async () => {
    const watcher = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    expect(watcher.shouldLoad('/other')).toBe(true);
    expect(watcher.shouldLoad(window.location.pathname)).toBe(false);
  });

  it('waits for unsaved input and for pending mutations', async () => {
    const watcher = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    const inRouter = (isUnsaved: boolean) => (
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Form isUnsaved={isUnsaved} /> }])} />
    );
    const form = render(inRouter(true));
    expect(watcher.shouldLoad('/other')).toBe(false);
    form.rerender(inRouter(false));
    expect(watcher.shouldLoad('/other')).toBe(true);
    isSaving = true;
    expect(watcher.shouldLoad('/other')).toBe(false);
  });

  it.each([{ environment: 'staging', revision: 3 }, { environment: 'production', revision: 9 }, {}])(
    'is not %o',
    async (current) => {
      expect((await watchedAfterAMinute(current)).shouldLoad('/other')).toBe(false);
    },
  );
});

describe('polling', () => {
  it('bypasses the HTTP cache', async () => {
    await watchedAfterAMinute({ environment: 'staging', revision: 3 });
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/slipway.json', {
      cache: 'no-cache',
      signal: expect.any(AbortSignal) as AbortSignal,
    });
  });

  it('happens once a minute', async () => {
    await watchedAfterAMinute({ environment: 'staging', revision: 3 });
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('ends once the page is outdated', async () => {
    await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('pauses while the page is hidden', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const watcher = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    expect(watcher.shouldLoad('/other')).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('happens on a return to the tab, at most every five seconds', async () => {
    const watcher = await watchedAfterAMinute({ environment: 'staging', revision: 3 });
    await vi.advanceTimersByTimeAsync(4_999);
    await returnToTab();
    expect(fetch).toHaveBeenCalledOnce();
    respondWith(() => Promise.resolve(Response.json({ environment: 'staging', revision: 4 })));
    await vi.advanceTimersByTimeAsync(1);
    await returnToTab();
    expect(watcher.shouldLoad('/other')).toBe(true);
  });

  it('keeps the current composition while offline', async () => {
    const watcher = await watchedAfterAMinute({ environment: 'staging', revision: 3 });
    respondWith(() => Promise.reject(new TypeError('Failed to fetch')));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(fetch).toHaveBeenCalledOnce();
    expect(watcher.shouldLoad('/other')).toBe(false);
  });
});

it('a newer revision that changes nothing the page has is no reason to load a document', async () => {
  const slice = composedRelease('00000000000000b1');
  const page = { ...mine, slices: { market: slice } };
  const newest = (slices: typeof mine.slices) => ({ ...mine, revision: 4, slices });
  const isOutdated = async (current: object, isComplete: boolean) => {
    respondWith(() => Promise.resolve(Response.json(current)));
    return createUpdateWatcher(page, { isComplete: () => isComplete }, () => false).canUpdate();
  };
  expect(await isOutdated(newest({ market: slice }), true)).toBe(false);
  // The document leaves out the styles of a prerendered page.
  const files = { ...slice.files, 'prerendered.0123456789abcdef.css': 'sha384-styles' };
  expect(await isOutdated(newest({ market: { ...slice, files } }), true)).toBe(false);
  expect(await isOutdated(newest({ market: { ...slice, version: '00000000000000b2' } }), true)).toBe(true);
  expect(await isOutdated(newest({}), true)).toBe(true);
  // The page has not seen the other slice yet.
  expect(await isOutdated(newest({ market: slice, notes: slice }), false)).toBe(false);
  expect(await isOutdated(newest({ market: slice, notes: slice }), true)).toBe(true);
  expect(await isOutdated(newest({ market: { ...slice, owner: 'others' } }), false)).toBe(true);
  expect(await isOutdated({ ...newest({ market: slice }), deterrent: false }, true)).toBe(true);
});
