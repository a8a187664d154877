/**
 * Opens a modal `<dialog>`. Closing it returns the focus to the element that had it. If there is none, such as after a
 * dialog that opened without a press, or it was removed, the page's content gets the focus.
 */
import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { enterTopModal } from '../layout/topModal';

/**
 * Stores the width of the scrollbar. theme.css adds it to the page's padding while a dialog is open, so that the page
 * does not move.
 */
function keepScrollbarWidth({ offsetWidth, dataset }: HTMLElement): void {
  // A dialog is already open: the scrollbar is hidden.
  if (dataset.modal === undefined)
    document.body.style.setProperty('--scrollbar', `${String(window.innerWidth - offsetWidth)}px`);
}

/** Runs after the update, which may show the page, move the focus or open another dialog. */
const keepFocus = (opener: Element | null) => {
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    // The browser could not focus it while another dialog was open, which closes in the same update.
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    if (document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
  });
};

/** Returns the props of the `<dialog>`. Escape and a press outside the panel call `onClose`, unless it `isPersistent`. */
export function useModal(open: boolean, onClose: () => void, isPersistent = false) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    keepScrollbarWidth(document.documentElement);
    const opener = document.activeElement;
    dialog.showModal();
    const leave = enterTopModal(dialog);
    return () => {
      leave();
      dialog.close();
      keepFocus(opener);
    };
  }, [open]);

  // A press that starts inside the panel, such as a text selection, is not a press outside.
  const isBeside = (event: SyntheticEvent) => event.target === event.currentTarget;

  return {
    ref,
    onPointerDown: (event: SyntheticEvent) => {
      pressed.current = isBeside(event);
    },
    onClick: (event: SyntheticEvent) => {
      if (pressed.current && isBeside(event) && !isPersistent) onClose();
      pressed.current = false;
    },
    // Handle the key here: Chromium fires a cancel event once, and closes the dialog by itself at the next Escape.
    // Opening it again takes longer than a frame on a slow phone.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isDefaultPrevented() || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (!isPersistent) onClose();
    },
    // Other ways to close it, such as Back on Android.
    onCancel: (event: SyntheticEvent) => {
      if (!isBeside(event)) return;
      event.preventDefault();
      if (!isPersistent) onClose();
    },
    // Browsers close the dialog on a second request without a cancel event. Its owner decides, and may ask first.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (!open || !isBeside(event) || event.currentTarget.open) return;
      event.currentTarget.showModal();
      if (!isPersistent) onClose();
    },
  };
}
