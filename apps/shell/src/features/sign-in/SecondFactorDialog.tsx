/** Asks for the code of the authenticator app. */
import { type SyntheticEvent, useId, useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Stack, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { verifyFactor } from '@slipway/session';
import { codeFailure, t } from './messages';

interface SecondFactorDialogProps {
  factor: string;
  /** Closing cancels, or signs the user out. */
  closeLabel: string;
  onClose: () => void;
  onVerified: () => void;
  /** Offers a recovery code instead. */
  onRecovery?: () => void;
}

export function SecondFactorDialog(props: SecondFactorDialogProps) {
  const { factor, closeLabel, onClose, onVerified, onRecovery } = props;
  const formId = useId();
  const [isMalformed, setIsMalformed] = useState(false);
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationKey: ['second-factor'],
    mutationFn: (code: string) => verifyFactor(factor, code),
    onSuccess: onVerified,
  });
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    const code = typeof typed === 'string' ? typed.replace(/\s/g, '') : '';
    const isCode = /^\d{6}$/.test(code);
    setIsMalformed(!isCode);
    if (isCode) mutate(code);
  };
  const message = isMalformed ? t('wrongCode') : error === null ? undefined : codeFailure(error);
  return (
    <Dialog
      open
      size="sm"
      title={t('challengeTitle')}
      description={t('challengeText')}
      closeLabel={closeLabel}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{closeLabel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {t('verify')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <Stack gap="lg">
          <TextInput
            label={t('code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            error={message}
          />
          {onRecovery && (
            <Stack align="start">
              <Button size="sm" variant="quiet" flush="start" onClick={onRecovery}>
                {t('useRecoveryCode')}
              </Button>
            </Stack>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
