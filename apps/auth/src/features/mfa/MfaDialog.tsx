/** The dialogs of two-step verification, which load before the first of them is needed. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import type { NewFactor } from '@slipway/session';
import { t as shared } from '../../messages';
import { t } from './dialogs/messages';
import { EnrollDialog } from './EnrollDialog';
import { RecoveryCodes } from './RecoveryCodes';

/** The dialog that is open, with what it shows. */
export type OpenedMfaDialog =
  | { dialog: 'enroll'; factor: NewFactor }
  | { dialog: 'codes'; codes: readonly string[]; text: string }
  | { dialog: 'turn-off'; factor: string };

interface MfaDialogProps {
  opened: OpenedMfaDialog;
  isBusy: boolean;
  onClose: () => void;
  onEnrolled: () => Promise<void>;
  onTurnOff: (factor: string) => void;
}

export function MfaDialog({ opened, isBusy, onClose, onEnrolled, onTurnOff }: MfaDialogProps) {
  if (opened.dialog === 'enroll')
    return <EnrollDialog factor={opened.factor} onClose={onClose} onVerified={onEnrolled} />;
  if (opened.dialog === 'codes')
    return <RecoveryCodes codes={opened.codes} text={opened.text} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('turnOffTitle')}
      description={t('turnOffText')}
      cancelLabel={shared('cancel')}
      confirmLabel={t('turnOffConfirm')}
      busy={isBusy}
      onConfirm={() => {
        onTurnOff(opened.factor);
      }}
      onClose={onClose}
    />
  );
}
