/** Sends the confirmation email again, once a minute at most, which is the limit of the service. */
import { Button, Card, Stack, Text } from '@slipway/design-system';
import { resendConfirmation } from '@slipway/session';
import { t } from '../../messages';
import { useResend } from '../form/useResend';

interface ResendConfirmationProps {
  email: string;
  /** Seconds until the next one. */
  wait: number;
  onSent?: () => void;
}

export function ResendConfirmation({ email, wait, onSent }: ResendConfirmationProps) {
  const send = async () => {
    await resendConfirmation(email);
    onSent?.();
  };
  const { left, outcome, handleClick } = useResend(send, wait);
  return (
    <Card>
      <Stack gap="md">
        <Text size="sm">{t('noEmail', { email })}</Text>
        <Button aria-disabled={left > 0} onClick={() => void handleClick()}>
          {left > 0 ? t('sendAgainIn', { seconds: left }) : t('sendAgain')}
        </Button>
        <Text role="status" size="sm" tone="muted">
          {outcome}
        </Text>
      </Stack>
    </Card>
  );
}
