import { useDeferredValue } from 'react';

/**
 * `open`, a moment later when it becomes true: the button shows its press before the overlay is rendered, which takes longer
 * than a frame. It becomes false at once.
 */
export const useOpened = (open: boolean): boolean => useDeferredValue(open, false) && open;
