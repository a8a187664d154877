/** Asks before unsaved input is discarded. Render it only while there is some: it also stops navigation to other pages. */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { t } from '../features/agent-form/messages';

interface DiscardQuestionProps {
  /** The form is about to close. */
  isAsked: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

export function DiscardQuestion({ isAsked, onKeep, onDiscard }: DiscardQuestionProps) {
  const unsaved = useUnsaved(true);
  const keep = () => {
    unsaved.stay();
    onKeep();
  };
  return (
    <Dialog
      open={isAsked || unsaved.isPending}
      size="sm"
      title={t('discardTitle')}
      description={t('discardText')}
      onClose={keep}
      actions={
        <>
          <Button onClick={keep}>{t('keepEditing')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              unsaved.leave();
              onDiscard();
            }}
          >
            {t('discard')}
          </Button>
        </>
      }
    />
  );
}
