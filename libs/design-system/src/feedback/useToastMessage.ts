/** The element id of a visible toast's message, so that a field can refer to it with `aria-errormessage`. */
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@slipway/state';

export const messageIdOf = (toastId: string): string => `toast-${toastId}`;

let shown: readonly string[] = [];
const changed = createEmitter();

/**
 * `Toasts` reports the visible ones. The library's store supports a single reader: when a second one unmounts, it
 * removes the first one's listener (react-hot-toast 2.6).
 */
export function setShownToasts(toastIds: readonly string[]): void {
  shown = toastIds;
  changed.emit();
}

/** The id of the element with the toast's message, or undefined while the toast is not visible. */
export function useToastMessage(toastId: string | undefined): string | undefined {
  const read = () => (toastId !== undefined && shown.includes(toastId) ? messageIdOf(toastId) : undefined);
  return useSyncExternalStore(changed.subscribe, read, read);
}
