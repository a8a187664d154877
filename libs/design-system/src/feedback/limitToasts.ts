/** The toasts on screen: three at most, which are the newest results of what the user did, then the newest others. */
import type { Toast } from 'react-hot-toast/headless';
import { isBackground } from './toast';

const LIMIT = 3;

/** Newest first, as the library lists them. `surplus` are the ids of toasts that make way. */
export function limitToasts<T extends Toast>(toasts: readonly T[]): { shown: T[]; surplus: string[] } {
  const visible = toasts.filter((toast) => toast.visible);
  const ranked = [...visible.filter((toast) => !isBackground(toast)), ...visible.filter(isBackground)];
  return {
    // Those that are leaving stay until their transition has ended.
    shown: toasts.filter((toast) => !toast.visible || ranked.indexOf(toast) < LIMIT),
    surplus: ranked.slice(LIMIT).map(({ id }) => id),
  };
}
