/**
 * F8 moves the focus to the newest toast, and Escape moves it back: a toast with an action closes after ten seconds,
 * and may be many presses of Tab away. F8 is also the key of Radix's toasts. When a press removes a toast, the focus
 * also moves back: browsers would move it to the top of the page.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

export const TOAST_SHORTCUT = 'F8';

/** Returns the event handlers of the region, and `giveBack` for a press that removes a toast. */
export function useToastShortcut(region: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const toast = event.key === TOAST_SHORTCUT && region.current?.querySelector('button');
      if (!toast) return;
      event.preventDefault();
      toast.focus();
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, [region]);

  const handleFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(relatedTarget)) return;
    before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !before.current?.isConnected) return;
    // Do not close a dialog below the toasts.
    event.stopPropagation();
    before.current.focus();
    before.current = null;
  };
  const giveBack = () => {
    // Safari does not focus a button that is clicked.
    if (!region.current?.contains(document.activeElement)) return;
    const target = before.current?.isConnected ? before.current : document.querySelector('main');
    target?.focus({ preventScroll: true });
  };
  return { handleFocus, handleKeyDown, giveBack };
}
