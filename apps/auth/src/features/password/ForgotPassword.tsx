/** Requests a link to set a new password. The reply is the same for an address without an account. */
import { type SyntheticEvent, useId, useState } from 'react';
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { isAppError } from '@slipway/contracts';
import { MAIL_WAIT, requestRecovery } from '@slipway/session';
import { emailFailure, t as shared } from '../../messages';
import { t } from './messages';
import { emailError, normalizeEmail } from '../../data/credentials';
import { EmailField } from '../form/AuthFields';
import { fieldsOf } from '../form/fields';
import { useCountdown } from '../form/useCountdown';
import { useRestoreFocus } from '../form/useRestoreFocus';

interface ForgotPasswordProps {
  /** The address in the sign-in form. */
  email: string;
  onClose: () => void;
}

export function ForgotPassword({ email, onClose }: ForgotPasswordProps) {
  const formId = useId();
  const { left, start } = useCountdown();
  const [isBusy, setIsBusy] = useState(false);
  const keepFocus = useRestoreFocus(isBusy);
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const address = fieldsOf(event.currentTarget).email;
    const invalid = emailError(address);
    setError(invalid && shared(invalid.code));
    if (invalid) return;
    keepFocus();
    setIsBusy(true);
    try {
      await requestRecovery(normalizeEmail(address));
      setSentTo(normalizeEmail(address));
      start(MAIL_WAIT);
    } catch (failure) {
      setError(emailFailure(isAppError(failure) ? failure.code : 'unexpected'));
    } finally {
      setIsBusy(false);
    }
  };

  const sendLabel = sentTo === undefined ? shared('sendLink') : shared('sendAgain');
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
          <Button type="submit" form={formId} variant="primary" disabled={isBusy || left > 0}>
            {isBusy ? shared('submitting') : left > 0 ? shared('sendAgainIn', { seconds: left }) : sendLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="md">
          <EmailField defaultValue={email} error={error} />
          <Text role="status" size="sm">
            {sentTo !== undefined && t('linkSent', { email: sentTo })}
          </Text>
        </Stack>
      </form>
    </Dialog>
  );
}
