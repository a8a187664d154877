/** Requests a link to set a new password. The reply is the same for an address without an account. */
import { type SyntheticEvent, useId, useState } from 'react';
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { MAIL_WAIT, requestRecovery } from '@slipway/session';
import { emailFailure, t as shared } from '../../messages';
import { t } from './messages';
import { emailError, normalizeEmail } from '../../data/credentials';
import { EmailField } from '../form/AuthFields';
import { fieldsOf } from '../form/fields';
import { useCountdown } from '../form/useCountdown';
import { useRequest } from '../form/useRequest';

interface ForgotPasswordProps {
  /** The address in the sign-in form. */
  email: string;
  onClose: () => void;
}

export function ForgotPassword({ email, onClose }: ForgotPasswordProps) {
  const formId = useId();
  const { left, start } = useCountdown();
  const { isBusy, error, setError, run } = useRequest(emailFailure);
  const [typed, setTyped] = useState(email);
  const [sentTo, setSentTo] = useState<string>();
  const isSent = sentTo === normalizeEmail(typed);
  // The limit of the service is for one address.
  const isWaiting = isSent && left > 0;

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isWaiting) return;
    const address = fieldsOf(event.currentTarget).email;
    const invalid = emailError(address);
    setError(invalid && shared(invalid.code));
    if (invalid || !(await run(() => requestRecovery(normalizeEmail(address))))) return;
    setSentTo(normalizeEmail(address));
    start(MAIL_WAIT);
  };

  const sendLabel = isSent ? shared('sendAgain') : shared('sendLink');
  return (
    <Dialog
      open
      size="sm"
      title={t('forgotTitle')}
      description={t('forgotText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sentTo === undefined ? shared('cancel') : shared('close')}</Button>
          {/* Keeps the focus while it waits. */}
          <Button type="submit" form={formId} variant="primary" disabled={isBusy} aria-disabled={isWaiting}>
            {isBusy ? shared('submitting') : isWaiting ? shared('sendAgainIn', { seconds: left }) : sendLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="md">
          <EmailField defaultValue={email} error={error} onChange={setTyped} />
          <Text role="status" size="sm">
            {sentTo !== undefined && t('linkSent', { email: sentTo })}
          </Text>
        </Stack>
      </form>
    </Dialog>
  );
}
