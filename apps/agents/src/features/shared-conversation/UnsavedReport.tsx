/** Asks before a report that was typed but not sent is discarded. Rendered only while there is one. */
import { DiscardDialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';

export function UnsavedReport() {
  // The parameter of the panel that shows the conversation.
  const { isPending, stay, leave } = useUnsaved(true, 'conversation');
  return <DiscardDialog open={isPending} onConfirm={leave} onClose={stay} />;
}
