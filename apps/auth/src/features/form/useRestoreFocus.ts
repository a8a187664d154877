import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to the control that lost it by being disabled, once the form is idle again. Call the returned
 * function before the form becomes busy: after that, the browser no longer knows which control had the focus.
 */
export function useRestoreFocus(isBusy: boolean): () => void {
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
