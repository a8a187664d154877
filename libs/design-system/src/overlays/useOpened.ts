import { useDeferredValue, useLayoutEffect, useReducer } from 'react';
import { isModalClosing } from '../layout/topModal';

/**
 * `open`, a moment later when it becomes true: the button shows its press before the overlay is rendered, which takes longer
 * than a frame. It becomes false at once. In the place of a dialog that the same update closes, it is true at once, too:
 * without either, the page behind them would flash.
 */
export function useOpened(open: boolean): boolean {
  const isLater = useDeferredValue(open, false);
  const [isReplacing, setReplacing] = useReducer((_before: boolean, now: boolean) => now, false);
  useLayoutEffect(() => {
    // Known when the update has removed the other dialog, not before.
    setReplacing(open && isModalClosing());
  }, [open]);
  return open && (isLater || isReplacing);
}
