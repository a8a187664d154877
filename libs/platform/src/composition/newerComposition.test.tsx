/** A newer composition is taken where nothing is lost, and only there. */
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchComposition } from './newerComposition';
import { useUnsaved } from '../routing/useUnsaved';

const MINUTE = 60_000;

const Form = ({ isUnsaved }: { isUnsaved: boolean }) => {
  useUnsaved(isUnsaved);
  return null;
};

let isWriting = false;

/** A page on revision 3 of staging, a minute after it was opened. */
async function watchedAfterAMinute(inForce: { environment: string; revision: number }) {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(inForce))),
  );
  const newer = watchComposition({ environment: 'staging', revision: 3 }, () => isWriting);
  expect(newer.shouldLoad('/other')).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  return newer;
}

beforeEach(() => {
  vi.useFakeTimers();
  isWriting = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a newer composition', () => {
  it('is taken by a link to another page, not within this one', async () => {
    const newer = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    expect(newer.shouldLoad('/other')).toBe(true);
    expect(newer.shouldLoad(window.location.pathname)).toBe(false);
  });

  it('waits for a form, and for an answer that is awaited', async () => {
    const newer = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    const inRouter = (isUnsaved: boolean) => (
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Form isUnsaved={isUnsaved} /> }])} />
    );
    const form = render(inRouter(true));
    expect(newer.shouldLoad('/other')).toBe(false);
    form.rerender(inRouter(false));
    expect(newer.shouldLoad('/other')).toBe(true);
    isWriting = true;
    expect(newer.shouldLoad('/other')).toBe(false);
  });

  it.each([
    { environment: 'staging', revision: 3 },
    { environment: 'production', revision: 9 },
  ])('is not %o', async (inForce) => {
    expect((await watchedAfterAMinute(inForce)).shouldLoad('/other')).toBe(false);
  });

  it('is not looked for while nobody sees the page', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const newer = await watchedAfterAMinute({ environment: 'staging', revision: 4 });
    expect(newer.shouldLoad('/other')).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
  });
});
