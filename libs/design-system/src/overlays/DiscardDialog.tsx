/** Asks before unsaved input is discarded. `useDiscardQuestion` of the platform returns its props. */
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
import { messages } from './messages';

export type DiscardDialogProps = Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onClose'>;

export function DiscardDialog(props: DiscardDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={messages.discardTitle}
      description={messages.discardText}
      cancelLabel={messages.keepEditing}
      confirmLabel={messages.discard}
    />
  );
}
