/** The dialog in front of everything: what must be reached while it is open, like a toast, is drawn inside it. */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Puts a modal element in front; the function it returns takes it away. */
export function enterTopModal(element: HTMLElement): () => void {
  set([...open, element]);
  return () => {
    set(open.filter((other) => other !== element));
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useTopModal = (): HTMLElement | undefined => useSyncExternalStore(subscribe, () => open.at(-1));
