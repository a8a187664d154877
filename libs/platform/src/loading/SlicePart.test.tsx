/** A part's way from loading to working: what counts as working, slow, hung and failed, and how trying again works. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, use, useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '@slipway/log';
import { HostContext, type Host } from '../boot/hostContext';
import { composedRelease, compositionOf } from '../testing/compositions';
import { LoadFailure } from './loadFailure';
import { SlicePart } from './SlicePart';

const composition = { ...compositionOf({ market: composedRelease('00000000000000b1') }) };
const fallback = {
  guard: <Part,>(_slice: string, part: Promise<Part>) => part,
  markWorking: vi.fn(),
  afterCrash: vi.fn(() => Promise.resolve(false as const)),
};
const updateWatcher = { shouldLoad: () => false, canUpdate: vi.fn(() => Promise.resolve(false)) };
const reload = vi.fn();

const show = async (load: () => Promise<() => ReactNode>, failed?: Promise<() => ReactNode>) => {
  const host = { composition, fallback, updateWatcher } as unknown as Host;
  await act(async () => {
    render(
      <HostContext value={host}>
        <SlicePart
          {...{ slice: 'market', label: 'Market', page: '/market' }}
          load={load}
          failed={failed}
          waiting={<p>waiting</p>}
        />
      </HostContext>,
    );
    await vi.advanceTimersByTimeAsync(0);
  });
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const records = () =>
  vi.mocked(log.error).mock.calls.map(([, record]) => JSON.parse(String(record)) as unknown);
const tryAgain = async () => {
  screen.getByRole('button', { name: 'Try again' }).click();
  await pass(0);
};

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

test('shows an attempt that failed before it was rendered, and loads with "Try again"', async () => {
  const failed = Promise.reject(new LoadFailure('load', 'entry', 'slice_unreachable', 'gone'));
  failed.catch(() => undefined); // as the first page does
  const load = vi.fn(() => Promise.resolve(() => <p>the market</p>));
  await show(load, failed);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  await tryAgain();
  expect(screen.getByText('the market')).toBeTruthy();
});

test('counts as working after it has stayed up for two seconds (D2)', async () => {
  await show(() => Promise.resolve(() => <p>the market</p>));
  expect(screen.getByText('the market')).toBeTruthy();
  await pass(1_999);
  expect(fallback.markWorking).not.toHaveBeenCalled();
  await pass(1);
  expect(fallback.markWorking).toHaveBeenCalledExactlyOnceWith('market');
});

test.each([
  [
    'render',
    () => {
      throw new Error('bug');
    },
  ],
  [
    'effect',
    () => {
      useEffect(() => {
        throw new Error('bug');
      });
      return <p>the market</p>;
    },
  ],
])('never counts as working when it throws in a %s, which the record names (D2)', async (phase, Page) => {
  await show(() => Promise.resolve(Page));
  expect(screen.getByRole('alert').textContent).toContain('Market could not be loaded');
  expect(fallback.afterCrash).toHaveBeenCalledOnce();
  expect(records()).toEqual([expect.objectContaining({ phase, part: 'page', reason: 'bug' })]);
  await pass(10_000);
  expect(fallback.markWorking).not.toHaveBeenCalled();
});

test('says after three seconds that loading is slow (D6)', async () => {
  await show(() => new Promise(() => undefined));
  await pass(2_999);
  expect(screen.queryByText(/takes longer than usual/)).toBeNull();
  await pass(1);
  expect(screen.getByText('Market is still loading. This takes longer than usual.')).toBeTruthy();
  expect(screen.getByText('waiting')).toBeTruthy();
});

test('ends a page that never finishes rendering (D6)', async () => {
  const never = new Promise<never>(() => undefined);
  await show(() => Promise.resolve(() => use(never)));
  await pass(15_000);
  expect(screen.getByRole('alert').textContent).toContain('took too long');
  expect(records()).toEqual([expect.objectContaining({ phase: 'hang', part: 'page' })]);
});

test('tries again in the page, or in a new document where only that can work (D9)', async () => {
  const load = vi.fn<() => Promise<() => ReactNode>>();
  load.mockRejectedValueOnce(new LoadFailure('load', 'chunk', 'slice_unreachable', 'gone'));
  load.mockRejectedValueOnce(new LoadFailure('evaluate', 'page', 'unexpected', 'bug'));
  await show(load);
  await tryAgain();
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).toHaveBeenCalledOnce();
});

test('tries again with a newer composition when there is one (D9)', async () => {
  const load = vi.fn(() =>
    Promise.reject<() => ReactNode>(new LoadFailure('load', 'chunk', 'slice_unreachable', 'x')),
  );
  await show(load);
  updateWatcher.canUpdate.mockResolvedValueOnce(true);
  await tryAgain();
  expect(load).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
});
