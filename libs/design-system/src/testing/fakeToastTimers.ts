/** The setup of tests of toasts, which disappear after a time. */
import { act, cleanup } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of the file fake timers, and removes its toasts after it. */
export function fakeToastTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    act(() => {
      toast.removeAll();
    });
    vi.useRealTimers();
  });
}
