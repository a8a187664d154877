/** Whether the browser has a network connection. */
import { useSyncExternalStore } from 'react';

const events = ['online', 'offline'];

function subscribe(listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

const isOnline = () => navigator.onLine;

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isOnline);
