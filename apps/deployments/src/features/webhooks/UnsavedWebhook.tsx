/** Asks before a webhook that was typed but not added is discarded. Rendered only while there is one. */
import { DiscardDialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { DETAILS_PARAMETER } from '../../data/detailsParameter';

interface UnsavedWebhookProps {
  /** The user asked to close the form. */
  isAsked: boolean;
  onKeep: () => void;
  /** Closes the form. Not called after a confirmed navigation, which closes the form itself. */
  onDiscard: () => void;
}

export function UnsavedWebhook({ isAsked, onKeep, onDiscard }: UnsavedWebhookProps) {
  const { isPending, stay, leave } = useUnsaved(true, DETAILS_PARAMETER);
  return (
    <DiscardDialog
      open={isAsked || isPending}
      onConfirm={isPending ? leave : onDiscard}
      onClose={() => {
        stay();
        onKeep();
      }}
    />
  );
}
