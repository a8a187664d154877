/** Asks before the name of a new deployment is discarded. Rendered only while one is typed. */
import { DiscardDialog } from '@slipway/design-system/overlays';
import { useDiscardQuestion } from '@slipway/platform';

interface UnsavedDeploymentProps {
  /** The user asked to close the dialog. */
  isAsked: boolean;
  onKeep: () => void;
  /** Closes the dialog. Not called after a confirmed navigation, which closes the dialog itself. */
  onDiscard: () => void;
}

export function UnsavedDeployment(props: UnsavedDeploymentProps) {
  return <DiscardDialog {...useDiscardQuestion({ ...props, parameter: 'new' })} />;
}
