/** Work that a press starts can take longer than a frame: it runs after the frame that shows the press. */
import { useRef } from 'react';

/** Milliseconds. A tab that is hidden before its frame draws none until it is shown again. */
const LONGEST_WAIT = 200;

/** Runs `act` after the next frame, or at once in a tab that draws none. */
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

/** Ends after the next frame, or at once in a tab that draws none. */
export const nextFrame = (): Promise<void> => new Promise(afterFrame);

/** Runs one action after the next frame and ignores others until then. */
export interface OncePerFrame {
  /** Whether an action waits for the frame. */
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

/** `act` after the frame that shows its press. Another press before that frame does nothing. */
export function useAfterFrame<Values extends unknown[]>(act: (...values: Values) => void) {
  const once = useOncePerFrame();
  return (...values: Values) => {
    once.run(() => {
      act(...values);
    });
  };
}
