import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebouncedValue } from './useDebouncedValue';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const advance = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

test('returns a value once it has not changed for the delay', () => {
  const { result, rerender } = renderHook(({ text }) => useDebouncedValue(text, 100), {
    initialProps: { text: '' },
  });
  rerender({ text: 's' });
  advance(99);
  rerender({ text: 'sa' });
  advance(99);
  expect(result.current).toBe('');
  advance(1);
  expect(result.current).toBe('sa');
});
