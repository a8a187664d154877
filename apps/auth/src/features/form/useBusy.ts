import { useRef, useState } from 'react';
import { nextFrame } from '@slipway/design-system';
import { useRestoreFocus } from './useRestoreFocus';

/** Runs the work of a form, one task at a time, and restores the focus afterwards. */
export interface Busy {
  /** Whether work is running. Disable the form while it is true. */
  isBusy: boolean;
  /** Moves the focus to `control` as soon as the form is idle. */
  focusLater: (control: HTMLElement | null) => void;
  /**
   * Runs `work`, unless some runs already. One frame shows the press, and the next the disabled form, after `reset`
   * (decision 111). @throws what `work` throws
   */
  run: (work: () => Promise<void>, reset: () => void) => Promise<void>;
}

export function useBusy(): Busy {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const keepFocus = useRestoreFocus(isBusy);
  return {
    isBusy,
    focusLater: keepFocus,
    run: async (work, reset) => {
      if (isRunning.current) return;
      isRunning.current = true;
      await nextFrame();
      reset();
      keepFocus();
      setIsBusy(true);
      await nextFrame();
      try {
        await work();
      } finally {
        isRunning.current = false;
        setIsBusy(false);
      }
    },
  };
}
