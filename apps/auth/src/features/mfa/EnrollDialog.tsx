/** The QR code and the key for an authenticator app, and the field for its first code. */
import { type SyntheticEvent, useId, useRef } from 'react';
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { type NewFactor, verifyFactor } from '@slipway/session';
import { t as shared } from '../../messages';
import { mfaFailure, t } from './dialogs/messages';
import { CodeField, isCode } from '../form/CodeField';
import { useRequest } from '../form/useRequest';

interface EnrollDialogProps {
  factor: NewFactor;
  onClose: () => void;
  /** Called with a correct code. The dialog stays busy until the promise settles, and the caller replaces it. */
  onVerified: () => Promise<void>;
}

export function EnrollDialog({ factor, onClose, onVerified }: EnrollDialogProps) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, error, setError, run } = useRequest(mfaFailure);

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (!isCode(code)) {
      setError(t('wrongCode'));
      field.current?.focus();
      return;
    }
    await run(async () => {
      await verifyFactor(factor.id, code);
      await onVerified();
    });
  };

  return (
    <Dialog
      open
      size="sm"
      title={t('enrollTitle')}
      description={t('enrollText')}
      closeLabel={shared('cancel')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
            {isBusy ? shared('submitting') : t('verify')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="lg">
          <Stack gap="sm" align="center">
            <img src={factor.picture} alt={t('enrollQrCode')} width={184} height={184} />
            <Text size="sm" tone="muted">
              {t('enrollSecret')}
            </Text>
            <Text as="code" size="sm">
              {factor.secret}
            </Text>
          </Stack>
          {/* Disabled while busy: after a wrong code it gets the focus again, and a screen reader reads the error. */}
          <fieldset disabled={isBusy}>
            <CodeField fieldRef={field} error={error} />
          </fieldset>
        </Stack>
      </form>
    </Dialog>
  );
}
