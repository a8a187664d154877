/**
 * Tracks unsaved input. While there is any, no newer composition is loaded, and the user must confirm before leaving
 * the page.
 */
import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { isClosing, keepOpen } from './useDialogParam';

const unsaved = new Set<symbol>();

export const hasUnsaved = () => unsaved.size > 0;

/** A navigation that waits for the user's confirmation. */
export interface PendingNavigation {
  isPending: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * For a form: `isUnsaved` while leaving would lose input. Closing the tab shows the browser's own dialog. `parameter` is that of
 * the address which holds the form open (`useDialogParam`), if there is one: Back asks before it closes the form, and so does
 * its page, unless the form `asksItself` before its page closes it.
 */
export function useUnsaved(isUnsaved: boolean, parameter?: string, asksItself = false): PendingNavigation {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('unsaved');
    unsaved.add(form);
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', handleBeforeUnload);
    };
  }, [isUnsaved]);

  const valueIn = ({ search }: Location) =>
    parameter === undefined || (asksItself && isClosing(parameter))
      ? null
      : new URLSearchParams(search).get(parameter);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && (from.pathname !== to.pathname || valueIn(from) !== valueIn(to)),
  );
  return {
    isPending: blocker.state === 'blocked',
    stay: () => {
      if (parameter !== undefined) keepOpen(parameter);
      blocker.reset?.();
    },
    leave: () => blocker.proceed?.(),
  };
}
