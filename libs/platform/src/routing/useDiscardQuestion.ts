/** Asks before unsaved input is discarded: when its form closes, and when the user leaves its page. */
import { useUnsaved } from './useUnsaved';

interface DiscardQuestionOptions {
  /** The user asked to close the form. */
  isAsked: boolean;
  /** The parameter of the address that holds the form open (`useDialogParam`): Back asks before it closes the form. */
  parameter?: string;
  onKeep: () => void;
  /** Closes the form. After a confirmed navigation it is not called: that closes the form. */
  onDiscard: () => void;
}

/** Properties of the dialog that asks. Use it only while there is unsaved input. */
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
