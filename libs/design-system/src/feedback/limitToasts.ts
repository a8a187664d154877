/** Limits the toasts on screen to three: the newest results of user actions first, then the newest others. */
import type { Toast } from 'react-hot-toast/headless';
import { isBackground } from './toast';

const LIMIT = 3;

/** `toasts` are newest first, as in the library. `surplus` are the ids of the toasts to remove. */
export function limitToasts<T extends Toast>(toasts: readonly T[]): { shown: T[]; surplus: string[] } {
  const visible = toasts.filter((toast) => toast.visible);
  const ranked = [...visible.filter((toast) => !isBackground(toast)), ...visible.filter(isBackground)];
  return {
    // Toasts that are closing stay until their transition has ended.
    shown: toasts.filter((toast) => !toast.visible || ranked.indexOf(toast) < LIMIT),
    surplus: ranked.slice(LIMIT).map(({ id }) => id),
  };
}
