import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** What the browser knows of the network: `false` is certain, `true` a hope. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
