/** Asks before an action that cannot be undone, or that others notice. */
import { Button } from '../actions/Button';
import { Dialog, type DialogProps } from './Dialog';

export interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'description' | 'onClose'> {
  open?: boolean;
  /** The name of the action: `Delete`. */
  confirmLabel: string;
  /** The name of the button that cancels: `Cancel`. */
  cancelLabel: string;
  /** The action is running: it cannot be confirmed again. */
  busy?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog({
  open = true,
  confirmLabel,
  cancelLabel,
  busy = false,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      open={open}
      size="sm"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
