/** The topmost open dialog. Everything outside it is inert, so toasts are rendered inside it. theme.css holds the page still. */
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@slipway/state';

let open: readonly HTMLElement[] = [];
const changed = createEmitter();
let isClosing = false;

function set(next: readonly HTMLElement[]): void {
  open = next;
  document.documentElement.toggleAttribute('data-modal', open.length > 0);
  changed.emit();
}

/** Registers an open modal element. Call the returned function when it closes. */
export function enterTopModal(element: HTMLElement): () => void {
  set([...open, element]);
  return () => {
    set(open.filter((other) => other !== element));
    isClosing = true;
    queueMicrotask(() => (isClosing = false));
  };
}

/** Whether a dialog has closed in the current update. */
export const isModalClosing = (): boolean => isClosing;

export const useTopModal = (): HTMLElement | undefined =>
  useSyncExternalStore(changed.subscribe, () => open.at(-1));
