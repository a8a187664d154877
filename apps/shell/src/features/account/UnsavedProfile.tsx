/**
 * Asks before unsaved input of the profile is discarded. Rendered only while there is any: a router has one question at a
 * time, and a form of the page below may have its own.
 */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { t } from './messages';

interface UnsavedProfileProps {
  /** The user asked to close the profile. */
  isAsking: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

export function UnsavedProfile({ isAsking, onKeep, onDiscard }: UnsavedProfileProps) {
  const { isPending, stay, leave } = useUnsaved(true);

  const handleKeep = () => {
    stay();
    onKeep();
  };
  const handleDiscard = () => {
    // The other page has no profile open.
    if (isPending) leave();
    else onDiscard();
  };

  return (
    <Dialog
      open={isAsking || isPending}
      size="sm"
      title={t('discardTitle')}
      description={t('discardText')}
      onClose={handleKeep}
      actions={
        <>
          <Button onClick={handleKeep}>{t('keepEditing')}</Button>
          <Button variant="danger" onClick={handleDiscard}>
            {t('discard')}
          </Button>
        </>
      }
    />
  );
}
