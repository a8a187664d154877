/** Advances fake timers in a test. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Runs the timers of the next `ms` milliseconds, and renders what they changed. */
export const passTime = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
