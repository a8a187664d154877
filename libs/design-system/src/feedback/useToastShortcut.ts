/**
 * F8 moves the focus to the newest toast, and Escape moves it back: a toast with an action is gone after ten seconds,
 * and may be many presses of Tab away. F8 is also the key of Radix's toasts.
 */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

export const TOAST_SHORTCUT = 'F8';

/** Returns the handler for keys in the region. */
export function useToastShortcut(region: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const toast = event.key === TOAST_SHORTCUT && region.current?.querySelector('button');
      if (!toast) return;
      event.preventDefault();
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !region.current?.contains(activeElement)) {
        before.current = activeElement;
      }
      toast.focus();
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [region]);

  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !before.current?.isConnected) return;
    // A dialog below the toasts stays open.
    event.stopPropagation();
    before.current.focus();
    before.current = null;
  };
}
