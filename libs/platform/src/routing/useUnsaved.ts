/**
 * Whether something a person typed is not saved yet: then no newer composition is loaded under it, and who leaves the
 * page is asked first.
 */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

const unsaved = new Set<symbol>();

export const hasUnsaved = () => unsaved.size > 0;

/** A way to another page that waits for the person's word. */
export interface Leaving {
  isAsked: boolean;
  stay: () => void;
  leave: () => void;
}

/** For a form: `isUnsaved` while it holds what would be lost. Closing the tab is asked about by the browser. */
export function useUnsaved(isUnsaved: boolean): Leaving {
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
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
