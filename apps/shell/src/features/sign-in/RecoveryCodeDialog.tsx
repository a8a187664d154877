/** Asks for a recovery code instead of one from the authenticator app. A correct code turns two-step verification off. */
import { type SyntheticEvent, useId } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { Button, TextInput, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { refreshSession } from '@slipway/session';
import { spendRecoveryCode } from '../../data/recoveryCode';
import { t } from './messages';

interface RecoveryCodeDialogProps {
  onBack: () => void;
  /** Two-step verification is off now. */
  onRecovered: () => void;
}

export function RecoveryCodeDialog({ onBack, onRecovered }: RecoveryCodeDialogProps) {
  const formId = useId();
  const { mutate, isPending, error, data } = useExclusiveMutation({
    mutationKey: ['recovery-code'],
    mutationFn: async (code: string) => {
      const isRight = code !== '' && (await spendRecoveryCode(code));
      if (isRight) await refreshSession();
      return isRight;
    },
    onSuccess: (isRight) => {
      if (!isRight) return;
      toast.success(t('recovered'));
      onRecovered();
    },
  });
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('recovery-code');
    mutate(typeof typed === 'string' ? typed.trim().toLowerCase() : '');
  };
  const message = error ? t('identityFailed') : data === false ? t('wrongRecoveryCode') : undefined;
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
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {t('verify')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <TextInput
          label={t('recoveryCode')}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={message}
        />
      </form>
    </Dialog>
  );
}
