import { useSyncExternalStore } from 'react';

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)');

function subscribe(listener: () => void): () => void {
  const query = reducedMotion();
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
}

/** The current value, for a navigation in an event handler. */
export const allowsViewTransition = (): boolean =>
  'startViewTransition' in document && !reducedMotion().matches;

/** Whether pages may use view transitions: the browser supports them and the user does not prefer reduced motion. */
export const useViewTransitions = (): boolean => useSyncExternalStore(subscribe, allowsViewTransition);
