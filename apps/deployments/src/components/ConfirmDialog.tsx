/** Asks before something is done that others notice. */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t } from '../messages';

interface ConfirmProps {
  title: string;
  text: string;
  /** What the button says that does it. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
