/** A part of a slice in a host whose fallback, updates and reloads are fakes. */
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { log } from '@slipway/log';
import { HostContext, type Host } from '../boot/hostContext';
import { SlicePart } from '../loading/SlicePart';
import { composedRelease, compositionOf } from './compositions';

export const composition = compositionOf({ market: composedRelease('00000000000000b1') });
export const fallback = {
  guard: <Part,>(_slice: string, part: Promise<Part>) => part,
  markWorking: vi.fn(),
  afterCrash: vi.fn(() => Promise.resolve(false as const)),
};
export const updateWatcher = { shouldLoad: () => false, canUpdate: vi.fn(() => Promise.resolve(false)) };
export const reload = vi.fn();

/** Renders the page of a slice, or what `changes` say, until its first attempt has settled. */
export const show = async (
  load: () => Promise<() => ReactNode>,
  { failed, ...changes }: Partial<ComponentProps<typeof SlicePart>> = {},
) => {
  const host = { composition, fallback, updateWatcher } as unknown as Host;
  await act(async () => {
    render(
      <HostContext value={host}>
        <SlicePart
          {...{ slice: 'market', label: 'Market', page: '/market' }}
          load={load}
          failed={failed}
          waiting={<p>waiting</p>}
          {...changes}
        />
      </HostContext>,
    );
    await vi.advanceTimersByTimeAsync(0);
  });
};
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The logged failures, in order. */
export const records = () =>
  vi.mocked(log.error).mock.calls.map(([, record]) => JSON.parse(String(record)) as unknown);
export const tryAgain = async () => {
  screen.getByRole('button', { name: 'Try again' }).click();
  await pass(0);
};

/** Call it once in a test file. */
export function fakeHost(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('location', { ...window.location, reload });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
    vi.useRealTimers();
  });
}
