import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to the control that lost it by being disabled, once the form is idle again. The function it
 * returns is called before the form is busy: afterwards the browser has forgotten.
 */
export function useFocusKept(isBusy: boolean): () => void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) return;
    if (document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus();
    focused.current = null;
  }, [isBusy]);
  return () => {
    focused.current = document.activeElement;
  };
}
