/**
 * Tracks unsaved input. While there is any, no newer composition is loaded, and the user must confirm before leaving
 * the page.
 */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

const unsaved = new Set<symbol>();

export const hasUnsaved = () => unsaved.size > 0;

/** A navigation that waits for the user's confirmation. */
export interface PendingNavigation {
  isPending: boolean;
  stay: () => void;
  leave: () => void;
}

/** For a form: `isUnsaved` while leaving would lose input. Closing the tab shows the browser's own dialog. */
export function useUnsaved(isUnsaved: boolean): PendingNavigation {
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

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return {
    isPending: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
