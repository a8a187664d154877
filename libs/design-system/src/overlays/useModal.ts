/** Opens a `<dialog>` in front of everything, and closes it so that the focus goes back to where it was. */
import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { enterTopModal } from '../layout/topModal';

/** What a `<dialog>` must take. `onClose` is asked for by Escape and by a press beside the panel. */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    dialog.showModal();
    const leave = enterTopModal(dialog);
    return () => {
      leave();
      dialog.close();
    };
  }, [open]);

  // A press that begins in the panel, as when text is selected, does not end as one beside it.
  const isBeside = (event: SyntheticEvent) => event.target === event.currentTarget;

  return {
    ref,
    onPointerDown: (event: SyntheticEvent) => {
      pressed.current = isBeside(event);
    },
    onClick: (event: SyntheticEvent) => {
      if (pressed.current && isBeside(event)) onClose();
      pressed.current = false;
    },
    onCancel: (event: SyntheticEvent) => {
      if (!isBeside(event)) return;
      event.preventDefault();
      onClose();
    },
    // Browsers let a second Escape close it without asking.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (open && isBeside(event) && !event.currentTarget.open) onClose();
    },
  };
}
