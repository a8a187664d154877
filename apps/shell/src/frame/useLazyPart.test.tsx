/** A part of the frame that is slow to arrive. */
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { Toasts } from '@slipway/design-system';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLazyPart } from './useLazyPart';

const Part = () => null;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test.each([true, false])(
  'says that it loads until it is there or has failed (arrives: %s)',
  async (arrives) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let end: () => void = () => undefined;
    const load = () =>
      new Promise<{ default: typeof Part }>((resolve, reject) => {
        end = () => {
          if (arrives) resolve({ default: Part });
          else reject(new Error('no network'));
        };
      });
    render(<Toasts />);
    const { result } = renderHook(() => useLazyPart(load));
    let isThere: Promise<boolean> | undefined;
    act(() => {
      isThere = result.current.fetchPart();
    });
    await pass(500);
    expect(screen.getByText('Loading…')).toBeTruthy();
    end();
    await pass(0);
    await pass(2_000);
    expect(await isThere).toBe(arrives);
    expect(screen.queryByText('Loading…')).toBeNull();
  },
);
