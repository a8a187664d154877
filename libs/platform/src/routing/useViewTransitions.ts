import { useSyncExternalStore } from 'react';

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)');

function subscribe(listener: () => void): () => void {
  const query = reducedMotion();
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
}

/** The same at this moment, for a navigation that an event starts. */
export const allowsViewTransition = (): boolean =>
  'startViewTransition' in document && !reducedMotion().matches;

/** Whether one page may fade into the next: the browser supports it and the user has not asked for reduced motion. */
export const useViewTransitions = (): boolean => useSyncExternalStore(subscribe, allowsViewTransition);
