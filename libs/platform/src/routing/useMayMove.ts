import { useSyncExternalStore } from 'react';

const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)');

function subscribe(listener: () => void): () => void {
  const query = lessMotion();
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
}

/** Whether a page may fade into the next: the browser can, and the person has not asked for less motion. */
export const useMayMove = (): boolean =>
  useSyncExternalStore(subscribe, () => 'startViewTransition' in document && !lessMotion().matches);
