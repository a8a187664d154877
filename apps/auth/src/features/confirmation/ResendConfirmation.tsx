/** The confirmation mail, asked for again: once a minute, as the service has it. */
import { useState } from 'react';
import { Button, Card, Stack, Text } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { MAIL_WAIT, resendConfirmation } from '@slipway/session';
import { mailFailure, t } from '../../messages';
import { useCountdown } from '../form/useCountdown';

interface SendAgainProps {
  email: string;
  /** One was sent just now. */
  wasSent: boolean;
}

export function SendAgain({ email, wasSent }: SendAgainProps) {
  const { left, start } = useCountdown(wasSent ? MAIL_WAIT : 0);
  const [outcome, setOutcome] = useState('');

  const handleClick = async () => {
    start(MAIL_WAIT);
    try {
      await resendConfirmation(email);
      setOutcome(t('sentAgain'));
    } catch (error) {
      setOutcome(mailFailure(isAppError(error) ? error.code : 'unexpected'));
    }
  };
  return (
    <Card>
      <Stack gap="sm" align="start">
        <Text size="sm">{t('noMail', { email })}</Text>
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
