/** Asks before two-step verification is turned off. */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t as shared } from '../../messages';
import { t } from './dialogMessages';

interface TurnOffDialogProps {
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function TurnOffDialog({ isBusy, onConfirm, onClose }: TurnOffDialogProps) {
  return (
    <Dialog
      open
      size="sm"
      title={t('turnOffTitle')}
      description={t('turnOffText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
            {isBusy ? shared('submitting') : t('turnOffConfirm')}
          </Button>
        </>
      }
    />
  );
}
