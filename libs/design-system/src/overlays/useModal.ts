/**
 * Opens a modal `<dialog>`. Closing it returns the focus to the element that had it. The content of the page gets it if there is
 * none, as after a dialog that opened without a press, or if that element is no longer there.
 */
import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { enterTopModal } from '../layout/topModal';

/** Stores the width of the scrollbar. theme.css pads the page by it behind a dialog, so that the page does not move. */
function keepScrollbarWidth({ offsetWidth, dataset }: HTMLElement): void {
  // Over another dialog, the scrollbar is away already.
  if (dataset.modal === undefined)
    document.body.style.setProperty('--scrollbar', `${String(window.innerWidth - offsetWidth)}px`);
}

/** After the update, which may show the page, move the focus or open another dialog. */
const keepFocus = (opener: Element | null) => {
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    // The browser could not focus it below another dialog, which closes in the same update.
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
    // Chromium asks with a cancel event once, and closes the dialog by itself at the next Escape: to open it again takes a
    // slow phone longer than a frame. It does neither when the key is handled here.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isDefaultPrevented() || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (!isPersistent) onClose();
    },
    // Such as Back on Android.
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
