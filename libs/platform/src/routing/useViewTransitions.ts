import { useSyncExternalStore } from 'react';

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)');

function subscribe(listener: () => void): () => void {
  const query = reducedMotion();
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
}

/** Whether one page may fade into the next: the browser supports it and the user has not asked for reduced motion. */
export const useViewTransitions = (): boolean =>
  useSyncExternalStore(subscribe, () => 'startViewTransition' in document && !reducedMotion().matches);
