/** Work that a press starts can take longer than a frame: it runs after the frame that shows the press. */
import { useRef } from 'react';

/** Runs `act` after the next frame, or at once in a tab that draws none. */
export function afterFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** Ends after the next frame, or at once in a tab that draws none. */
export const nextFrame = (): Promise<void> => new Promise(afterFrame);

/** `act` after the frame that shows its press. Another press before that frame does nothing. */
export function useAfterFrame<Values extends unknown[]>(act: (...values: Values) => void) {
  const isPressed = useRef(false);
  return (...values: Values) => {
    if (isPressed.current) return;
    isPressed.current = true;
    afterFrame(() => {
      isPressed.current = false;
      act(...values);
    });
  };
}
