/** Opens a modal `<dialog>`. Closing it returns the focus to the element that had it. */
import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { enterTopModal } from '../layout/topModal';

/** theme.css gives this width to the page behind a dialog, instead of a scrollbar: the page keeps its place. */
function keepScrollbarWidth({ offsetWidth, dataset }: HTMLElement): void {
  // Over another dialog, the scrollbar is away already.
  if (dataset.modal === undefined)
    document.body.style.setProperty('--scrollbar', `${String(window.innerWidth - offsetWidth)}px`);
}

/** Returns the props of the `<dialog>`. Escape and a press outside the panel call `onClose`, unless it `isPersistent`. */
export function useModal(open: boolean, onClose: () => void, isPersistent = false) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    keepScrollbarWidth(document.documentElement);
    dialog.showModal();
    const leave = enterTopModal(dialog);
    return () => {
      leave();
      dialog.close();
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
    onCancel: (event: SyntheticEvent) => {
      if (!isBeside(event)) return;
      event.preventDefault();
      if (!isPersistent) onClose();
    },
    // Browsers close the dialog on a second Escape without a cancel event. Its owner decides, and may ask first.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (!open || !isBeside(event) || event.currentTarget.open) return;
      event.currentTarget.showModal();
      if (!isPersistent) onClose();
    },
  };
}
