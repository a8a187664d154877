/** Asks before a webhook that was typed but not added is discarded. Rendered only while there is one. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { t } from './messages';

export function UnsavedWebhook() {
  const { isPending, stay, leave } = useUnsaved(true, 'deployment');
  return (
    <ConfirmDialog
      open={isPending}
      title={t('discardTitle')}
      description={t('discardText')}
      cancelLabel={t('keepEditing')}
      confirmLabel={t('discard')}
      onConfirm={leave}
      onClose={stay}
    />
  );
}
