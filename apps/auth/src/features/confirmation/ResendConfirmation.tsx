/** Sends the confirmation email again, once a minute at most, which is the limit of the service. */
import { useState } from 'react';
import { Button, Card, Stack, Text } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { MAIL_WAIT, resendConfirmation } from '@slipway/session';
import { emailFailure, t } from '../../messages';
import { useCountdown } from '../form/useCountdown';

interface ResendConfirmationProps {
  email: string;
  /** Whether one was sent just now. */
  wasSent: boolean;
}

export function ResendConfirmation({ email, wasSent }: ResendConfirmationProps) {
  const { left, start } = useCountdown(wasSent ? MAIL_WAIT : 0);
  const [outcome, setOutcome] = useState('');

  const handleClick = async () => {
    start(MAIL_WAIT);
    try {
      await resendConfirmation(email);
      setOutcome(t('sentAgain'));
    } catch (error) {
      setOutcome(emailFailure(isAppError(error) ? error.code : 'unexpected'));
    }
  };
  return (
    <Card>
      <Stack gap="sm" align="start">
        <Text size="sm">{t('noEmail', { email })}</Text>
        <Button size="sm" disabled={left > 0} onClick={() => void handleClick()}>
          {left > 0 ? t('sendAgainIn', { seconds: left }) : t('sendAgain')}
        </Button>
        <Text role="status" size="sm" tone="muted">
          {outcome}
        </Text>
      </Stack>
    </Card>
  );
}
