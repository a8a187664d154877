/** Runs the work of a press after the frame that shows the press: the work may take longer than a frame. */
import { useRef } from 'react';

/** Milliseconds. A tab that is hidden before its next frame renders none until it is visible again. */
const LONGEST_WAIT = 200;

/** Runs `act` after the next frame, or immediately in a hidden tab. */
export function afterFrame(act: () => void): void {
  if (document.hidden) {
    act();
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    act();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_WAIT);
}

/** Resolves after the next frame, or immediately in a hidden tab. */
export const nextFrame = (): Promise<void> => new Promise(afterFrame);

/** Runs one action after the next frame and ignores others until then. */
export interface OncePerFrame {
  /** Whether an action is waiting for the frame. */
  isWaiting: () => boolean;
  run: (act: () => void) => void;
}

export function useOncePerFrame(): OncePerFrame {
  const isWaiting = useRef(false);
  return {
    isWaiting: () => isWaiting.current,
    run: (act) => {
      if (isWaiting.current) return;
      isWaiting.current = true;
      afterFrame(() => {
        isWaiting.current = false;
        act();
      });
    },
  };
}

/** Returns `act`, delayed until after the frame that shows the press. Presses before that frame are ignored. */
export function useAfterFrame<Values extends unknown[]>(act: (...values: Values) => void) {
  const once = useOncePerFrame();
  return (...values: Values) => {
    once.run(() => {
      act(...values);
    });
  };
}
