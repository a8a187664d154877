import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { isModalClosing } from '../layout/topModal';

/**
 * `open`, a moment later when it becomes true: the button shows its press before the overlay is rendered, which takes longer
 * than a frame. It becomes false at once. In the place of a dialog that the same update closes, it is true at once, too:
 * without either, the page behind them would flash.
 */
export function useOpened(open: boolean): boolean {
  const isLater = useDeferredValue(open, false);
  const [isReplacing, setReplacing] = useState(false);
  useLayoutEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- known when the update removes the other dialog, not before
    setReplacing(open && isModalClosing());
  }, [open]);
  return open && (isLater || isReplacing);
}
