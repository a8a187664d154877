/** Asks before a report that was typed but not sent is discarded. Rendered only while there is one. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { t } from './messages';

export function UnsavedReport() {
  // The parameter of the panel that shows the conversation.
  const { isPending, stay, leave } = useUnsaved(true, 'conversation');
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
