/** Asks for the code of the authenticator app. */
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { Button, Stack } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { verifyFactor } from '@slipway/session';
import { CodeField } from './CodeField';
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
  const field = useRef<HTMLInputElement>(null);
  const [isMalformed, setIsMalformed] = useState(false);
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationKey: ['second-factor'],
    mutationFn: (code: string) => verifyFactor(factor, code),
    onSuccess: onVerified,
    onError: () => {
      field.current?.focus();
    },
  });
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    const code = typeof typed === 'string' ? typed : '';
    const isCode = /^\d{6}$/.test(code);
    setIsMalformed(!isCode);
    if (isCode) mutate(code);
    else field.current?.focus();
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
          <CodeField label={t('code')} error={message} fieldRef={field} />
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
