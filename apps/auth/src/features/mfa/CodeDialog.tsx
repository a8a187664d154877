/** Asks for a code from an authenticator app. */
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { Button, Stack, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { isAppError } from '@slipway/contracts';
import { verifyFactor } from '@slipway/session';
import { mfaFailure, t } from '../../messages';
import { useRestoreFocus } from '../form/useRestoreFocus';

interface CodeDialogProps {
  title: string;
  description: string;
  factor: string;
  /** Closing cancels, or signs the user out. */
  closeLabel: string;
  onClose: () => void;
  onVerified: () => void;
  /** Shown above the field. */
  children?: ReactNode;
  /** Shown below the field. */
  footnote?: ReactNode;
}

export function CodeDialog({
  title,
  description,
  factor,
  closeLabel,
  onClose,
  onVerified,
  children,
  footnote,
}: CodeDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const keepFocus = useRestoreFocus(isBusy);
  const [error, setError] = useState<string>();

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget).get('code');
    const code = typeof typed === 'string' ? typed.replace(/\s/g, '') : '';
    if (!/^\d{6}$/.test(code)) {
      setError(t('wrongCode'));
      return;
    }
    keepFocus();
    setIsBusy(true);
    try {
      await verifyFactor(factor, code);
      onVerified();
    } catch (failure) {
      setError(mfaFailure(isAppError(failure) ? failure.code : 'unexpected'));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={description}
      closeLabel={closeLabel}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{closeLabel}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
            {isBusy ? t('submitting') : t('verify')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="lg">
          {children}
          <TextInput
            label={t('code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            {...(error === undefined ? {} : { error })}
          />
          {footnote}
        </Stack>
      </form>
    </Dialog>
  );
}
