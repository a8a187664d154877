/** After a new email address was asked for: where the links went, a field for the code, and the ways on when they do not arrive. */
import { Button, Stack, Text, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { confirmEmail, MAIL_WAIT } from '@slipway/session';
import { t as shared } from '../../messages';
import { ConfirmWithCode } from '../confirmation/ConfirmWithCode';
import { t } from './messages';
import { useResend } from '../form/useResend';

interface EmailSentProps {
  /** The current address. */
  email: string;
  newEmail: string;
  onResend: () => Promise<void>;
  onChangeAddress: () => void;
  onClose: () => void;
}

export function EmailSent({ email, newEmail, onResend, onChangeAddress, onClose }: EmailSentProps) {
  const { left, outcome, handleClick } = useResend(onResend, MAIL_WAIT);
  // The session's event reports the new address.
  const confirm = async (code: string) => {
    if (!(await confirmEmail(newEmail, code))) toast.info(t('emailOtherLink'));
    onClose();
  };
  return (
    <Dialog
      open
      size="sm"
      title={shared('checkInbox')}
      description={t('emailSent', { email: newEmail })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{shared('close')}</Button>}
    >
      <Stack gap="lg">
        <ConfirmWithCode confirm={confirm} size="md" />
        <Text size="sm" tone="muted">
          {t('emailSentBoth', { email })}
        </Text>
        <Stack direction="row" gap="sm" wrap data-actions="">
          <Button size="sm" aria-disabled={left > 0} onClick={() => void handleClick()}>
            {left > 0 ? shared('sendAgainIn', { seconds: left }) : shared('sendAgain')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onChangeAddress}>
            {shared('changeAddress')}
          </Button>
        </Stack>
        <Text role="status" size="sm" tone="muted">
          {outcome}
        </Text>
      </Stack>
    </Dialog>
  );
}
