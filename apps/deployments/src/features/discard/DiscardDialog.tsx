/** Asks before unsaved input is discarded. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { t } from './messages';

interface DiscardDialogProps {
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function DiscardDialog(actions: DiscardDialogProps) {
  return (
    <ConfirmDialog
      {...actions}
      title={t('discardTitle')}
      description={t('discardText')}
      cancelLabel={t('keepEditing')}
      confirmLabel={t('discard')}
    />
  );
}
