/** Asks for a recovery code instead of a code of the app. A right one turns two-step verification off. */
import { type SyntheticEvent, useId } from 'react';
import { Button, TextInput, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { refreshSession } from '@slipway/session';
import { spendRecoveryCode } from '../../data/recoveryCodes';
import { t } from '../../messages';
import { useRequest } from '../form/useRequest';

interface RecoveryCodeDialogProps {
  onBack: () => void;
  /** Two-step verification is off now. */
  onRecovered: () => void;
}

export function RecoveryCodeDialog({ onBack, onRecovered }: RecoveryCodeDialogProps) {
  const formId = useId();
  const { isBusy, error, setError, run } = useRequest(() => t('mfaFailed'));

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('recovery-code');
    const code = typeof typed === 'string' ? typed.trim().toLowerCase() : '';
    let isRight = false;
    const hasReply = await run(async () => {
      isRight = code !== '' && (await spendRecoveryCode(code));
      if (isRight) await refreshSession();
    });
    if (!hasReply) return;
    if (!isRight) {
      setError(t('wrongRecoveryCode'));
      return;
    }
    toast.success(t('recovered'));
    onRecovered();
  };

  return (
    <Dialog
      open
      size="sm"
      title={t('recoveryCodeTitle')}
      description={t('recoveryCodeText')}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
            {isBusy ? t('submitting') : t('verify')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextInput
          label={t('recoveryCode')}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          {...(error === undefined ? {} : { error })}
        />
      </form>
    </Dialog>
  );
}
