/** Asks before two-step verification is turned off. */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t } from '../../messages';

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
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
            {isBusy ? t('submitting') : t('turnOffConfirm')}
          </Button>
        </>
      }
    />
  );
}
