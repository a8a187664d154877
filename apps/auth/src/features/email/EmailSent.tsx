/** After a new email address was asked for: where the links went, and the ways on when they do not arrive. */
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t as shared } from '../../messages';
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
  const { left, outcome, handleClick } = useResend(onResend, true);
  return (
    <Dialog
      open
      size="sm"
      title={shared('checkInbox')}
      description={t('emailSent', { email: newEmail })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{shared('close')}</Button>}
    >
      <Stack gap="md">
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
