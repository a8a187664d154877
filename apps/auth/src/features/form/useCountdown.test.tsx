/** The seconds that a form counts down. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCountdown } from './useCountdown';

afterEach(() => {
  vi.restoreAllMocks();
});

test('begins at the number of seconds that it was given, whatever the clock does meanwhile', () => {
  let now = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1));
  const { result } = renderHook(() => useCountdown());
  act(() => {
    result.current.start(60);
  });
  expect(result.current.left).toBe(60);
});
