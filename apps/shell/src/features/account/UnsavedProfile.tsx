/**
 * Asks before unsaved input of the profile is discarded. Rendered only while there is any: a router has one question at a
 * time, and a form of the page below may have its own.
 */
import { useEffect, useEffectEvent } from 'react';
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { t } from './messages';

interface UnsavedProfileProps {
  /** The id of the form. */
  form: string;
  /** The user asked to close the profile. */
  isAsking: boolean;
  onAsk: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

export function UnsavedProfile({ form, isAsking, onAsk, onKeep, onDiscard }: UnsavedProfileProps) {
  const { isPending, stay, leave } = useUnsaved(true);

  // Before the browser acts on the key: it closes a dialog at the second Escape, whatever the page says.
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // Not in a dialog above the profile, such as this question.
    const dialog = document.getElementById(form)?.closest('dialog');
    if (!(event.target instanceof Node) || !dialog?.contains(event.target)) return;
    event.preventDefault();
    onAsk();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('keydown', handleKey);
    };
  }, []);

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
