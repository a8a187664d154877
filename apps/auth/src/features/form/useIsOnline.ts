import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** The browser’s view of the network: `false` is certain, `true` is not. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
