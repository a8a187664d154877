/** Asks for confirmation of an action that affects callers. */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t } from '../messages';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
