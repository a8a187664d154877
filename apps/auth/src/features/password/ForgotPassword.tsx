/** Asking for a link to set a new password. The answer is the same for an address that has no account. */
import { type SyntheticEvent, useId, useState } from 'react';
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { isAppError } from '@slipway/contracts';
import { MAIL_WAIT, requestRecovery } from '@slipway/session';
import { mailFailure, t } from '../../messages';
import { emailProblem, normalEmail } from '../../data/credentials';
import { EmailField } from '../form/AuthFields';
import { fieldsOf } from '../form/fields';
import { useCountdown } from '../form/useCountdown';
import { useFocusKept } from '../form/useRestoreFocus';

interface ForgotPasswordProps {
  /** What the sign-in form had. */
  email: string;
  onClose: () => void;
}

export function ForgotPassword({ email, onClose }: ForgotPasswordProps) {
  const formId = useId();
  const { left, start } = useCountdown();
  const [isBusy, setIsBusy] = useState(false);
  const keepFocus = useFocusKept(isBusy);
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const wanted = fieldsOf(event.currentTarget).email;
    const problem = emailProblem(wanted);
    setError(problem?.message);
    if (problem) return;
    keepFocus();
    setIsBusy(true);
    try {
      await requestRecovery(normalEmail(wanted));
      setSentTo(normalEmail(wanted));
      start(MAIL_WAIT);
    } catch (failure) {
      setError(mailFailure(isAppError(failure) ? failure.code : 'unexpected'));
    } finally {
      setIsBusy(false);
    }
  };

  const send = sentTo === undefined ? t('sendLink') : t('sendAgain');
  return (
    <Dialog
      open
      size="sm"
      title={t('forgotTitle')}
      description={t('forgotText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sentTo === undefined ? t('cancel') : t('close')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy || left > 0}>
            {isBusy ? t('submitting') : left > 0 ? t('sendAgainIn', { seconds: left }) : send}
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
