/** Limits the toasts on screen to three: the newest results of user actions first, then the newest others. Phones show one. */
import type { Toast } from 'react-hot-toast/headless';
import { isBackground } from './toast';
import { GAP } from './toastSide';

const LIMIT = 3;

/**
 * `toasts` are newest first, as in the library. `shown` has the results first; `surplus` are the ids of the toasts to
 * remove.
 */
export function limitToasts<T extends Toast>(toasts: readonly T[]): { shown: T[]; surplus: string[] } {
  const ordered = [...toasts.filter((toast) => !isBackground(toast)), ...toasts.filter(isBackground)];
  const visible = ordered.filter((toast) => toast.visible);
  return {
    // Toasts that are closing, at -1, stay until their transition has ended.
    shown: ordered.filter((toast) => visible.indexOf(toast) < LIMIT),
    surplus: visible.slice(LIMIT).map(({ id }) => id),
  };
}

/** The place of a toast, in pixels from that of the first one. The library's offsets follow its order, which is by age. */
export const offsetAfter = (earlier: readonly Toast[]): number =>
  earlier.reduce((sum, toast) => (toast.visible ? sum + (toast.height ?? 0) + GAP : sum), 0);
