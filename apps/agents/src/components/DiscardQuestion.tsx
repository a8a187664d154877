/** Asks before unsaved input is discarded. Render it only while there is some: it also stops navigation to other pages. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { useDiscardQuestion } from '@slipway/platform';
import { t } from '../features/agent-form/messages';

export function DiscardQuestion(options: Parameters<typeof useDiscardQuestion>[0]) {
  return (
    <ConfirmDialog
      {...useDiscardQuestion(options)}
      title={t('discardTitle')}
      description={t('discardText')}
      cancelLabel={t('keepEditing')}
      confirmLabel={t('discard')}
    />
  );
}
