/** Asks before unsaved input is discarded. Render it only while there is some: it also stops navigation to other pages. */
import { DiscardDialog } from '@slipway/design-system/overlays';
import { useDiscardQuestion } from '@slipway/platform';

export function UnsavedForm(options: Parameters<typeof useDiscardQuestion>[0]) {
  return <DiscardDialog {...useDiscardQuestion(options)} />;
}
