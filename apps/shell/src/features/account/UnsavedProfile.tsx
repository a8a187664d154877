/**
 * Asks before unsaved input of the profile is discarded. Rendered only while there is any: a router has one question at a
 * time, and a form of the page below may have its own.
 */
import { DiscardDialog } from '@slipway/design-system/overlays';
import { useDiscardQuestion } from '@slipway/platform';

interface UnsavedProfileProps {
  /** The user asked to close the profile. */
  isAsked: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

export function UnsavedProfile(props: UnsavedProfileProps) {
  return <DiscardDialog {...useDiscardQuestion({ ...props, parameter: 'account' })} />;
}
