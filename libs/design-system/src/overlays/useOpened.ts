import { useDeferredValue, useLayoutEffect, useReducer } from 'react';
import { isModalClosing } from '../layout/topModal';

/**
 * Returns `open`, but becomes true a moment later: rendering the overlay takes longer than a frame, and the button
 * should show its press first. It becomes false immediately. It also becomes true immediately if the same update closes
 * another dialog: otherwise the page behind them would flash.
 */
export function useOpened(open: boolean): boolean {
  const isLater = useDeferredValue(open, false);
  const [isReplacing, setReplacing] = useReducer((_before: boolean, now: boolean) => now, false);
  useLayoutEffect(() => {
    // Read it in an effect: the other dialog has been removed only after the update.
    setReplacing(open && isModalClosing());
  }, [open]);
  return open && (isLater || isReplacing);
}
