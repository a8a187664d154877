/** Asks before something that is in use is deleted. */
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t } from '../messages';

interface ConfirmDeleteProps {
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

export default function ConfirmDelete({ name, onConfirm, onClose }: ConfirmDeleteProps) {
  return (
    <Dialog
      open
      size="sm"
      title={t('deleteTitle', { name })}
      description={t('deleteText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {t('delete')}
          </Button>
        </>
      }
    />
  );
}
