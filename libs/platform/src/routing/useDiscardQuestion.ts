/** Asks before unsaved input is discarded: when its form closes, and when the user leaves its page. */
import { useUnsaved } from './useUnsaved';

interface DiscardQuestionOptions {
  /** The user asked to close the form. */
  isAsked: boolean;
  /** The query parameter that keeps the form open (`useDialogParam`): Back asks before it closes the form. */
  parameter?: string;
  onKeep: () => void;
  /** Closes the form. Not called after a confirmed navigation, which closes the form itself. */
  onDiscard: () => void;
}

/** Props of the dialog that asks. Render it only while there is unsaved input. */
export interface DiscardQuestion {
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function useDiscardQuestion({
  isAsked,
  parameter,
  onKeep,
  onDiscard,
}: DiscardQuestionOptions): DiscardQuestion {
  const { isPending, stay, leave } = useUnsaved(true, parameter, true);
  return {
    open: isAsked || isPending,
    onConfirm: isPending ? leave : onDiscard,
    onClose: () => {
      stay();
      onKeep();
    },
  };
}
