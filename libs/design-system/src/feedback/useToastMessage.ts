/** Where a toast's words stand, so that the field they are about can name them (`aria-errormessage`). */
import { useSyncExternalStore } from 'react';

export const messageIdOf = (toastId: string): string => `toast-${toastId}`;

let shown: readonly string[] = [];
const listeners = new Set<() => void>();

/**
 * `Toasts` says which are there. The library's own store is for one reader: a second one that unmounts takes the
 * first one's listener off (react-hot-toast 2.6).
 */
export function setShownToasts(toastIds: readonly string[]): void {
  shown = toastIds;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the element with the words of a toast, or undefined when it is not shown (any more). */
export const useToastMessage = (toastId: string | undefined): string | undefined =>
  useSyncExternalStore(subscribe, () =>
    toastId !== undefined && shown.includes(toastId) ? messageIdOf(toastId) : undefined,
  );
