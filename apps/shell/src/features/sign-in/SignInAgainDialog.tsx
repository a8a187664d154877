/** Asks for the password, or for a code that is mailed: users of an identity provider have no password. */
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, PasswordInput, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { sendSignInCode, signIn, signInWithCode } from '@slipway/session';
import { t as shared } from '../../messages';
import { CodeField } from './CodeField';
import { isRateLimited, mailFailure, signInAgainFailure, t } from './messages';

interface SignInAgainDialogProps {
  email: string;
  hasPassword: boolean;
  onSignedIn: () => Promise<void>;
  onClose: () => void;
}

/** `mail`: the code is not sent yet. */
type Step = 'password' | 'mail' | 'code';

export function SignInAgainDialog({ email, hasPassword, onSignedIn, onClose }: SignInAgainDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<Step>(hasPassword ? 'password' : 'mail');
  const [missing, setMissing] = useState<string>();
  // The button that changed the step had the focus, and was removed.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [step]);
  const send = useMutation({
    mutationFn: () => sendSignInCode(email),
    onSuccess: () => {
      setStep('code');
    },
    // The mail that keeps this one back has a code too, also if another browser requested it.
    onError: (error) => {
      if (isRateLimited(error)) setStep('code');
    },
  });
  const enter = useMutation({
    mutationFn: async (secret: string) => {
      await (step === 'code' ? signInWithCode(email, secret) : signIn({ email, password: secret }));
      await onSignedIn();
    },
  });
  const isBusy = send.isPending || enter.isPending;
  const show = (next: Step) => () => {
    setMissing(undefined);
    send.reset();
    enter.reset();
    setStep(next);
  };
  const sendCode = () => {
    if (isBusy) return;
    setMissing(undefined);
    enter.reset();
    send.mutate();
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (step === 'mail') {
      sendCode();
      return;
    }
    const typed = new FormData(event.currentTarget).get(step);
    const secret = typeof typed === 'string' ? typed : '';
    const isMissing = secret === '';
    setMissing(isMissing ? t(step === 'code' ? 'mailedCodeMissing' : 'passwordMissing') : undefined);
    if (!isMissing) enter.mutate(secret);
  };

  const failure = enter.error
    ? signInAgainFailure(enter.error, step)
    : send.error
      ? mailFailure(send.error)
      : undefined;
  const error = missing ?? failure;
  const texts = {
    password: t('passwordText'),
    mail: t('mailText', { email }),
    code: t('mailedText', { email }),
  };
  return (
    <Dialog
      open
      size="sm"
      title={t('identityTitle')}
      description={texts[step]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {step === 'mail' ? t('mailCode') : t('confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={handleSubmit}>
        <Stack>
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          {step === 'password' && (
            <PasswordInput
              label={t('password')}
              name="password"
              autoComplete="current-password"
              error={error}
            />
          )}
          {step === 'code' && <CodeField label={t('mailedCode')} error={error} />}
          {step === 'mail' && (
            <Text role="alert" size="sm" tone="danger">
              {error}
            </Text>
          )}
          <Stack direction="row" gap="sm" wrap>
            {step === 'password' && (
              <Button size="sm" onClick={sendCode}>
                {t('mailCodeInstead')}
              </Button>
            )}
            {step === 'code' && (
              <Button size="sm" onClick={sendCode}>
                {t('sendAgain')}
              </Button>
            )}
            {step === 'code' && hasPassword && (
              <Button size="sm" onClick={show('password')}>
                {t('usePassword')}
              </Button>
            )}
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}
