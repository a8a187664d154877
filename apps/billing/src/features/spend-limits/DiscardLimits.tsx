/** Asks before a spend limit that was typed but not saved is discarded. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { t } from './messages';

export function DiscardLimits(actions: { onConfirm: () => void; onClose: () => void }) {
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
