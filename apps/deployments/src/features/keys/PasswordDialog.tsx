/** Asks for the password before revealing a key in a session older than 15 minutes. */
import { type SyntheticEvent, useId } from 'react';
import { Button, Stack, Text, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t } from '../../messages';

interface PasswordDialogProps {
  isBusy: boolean;
  /** The error of the last attempt. */
  error: string | undefined;
  onSubmit: (password: string) => void;
  /** For users without a password. */
  onSignOut: () => void;
  onClose: () => void;
}

export function PasswordDialog({ isBusy, error, onSubmit, onSignOut, onClose }: PasswordDialogProps) {
  const form = useId();
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (!isBusy && typeof password === 'string' && password !== '') onSubmit(password);
  };
  return (
    <Dialog
      open
      size="sm"
      title={t('passwordTitle')}
      description={t('passwordText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit}>
        <Stack>
          <TextInput
            label={t('password')}
            name="password"
            type="password"
            required
            autoComplete="current-password"
            error={error}
          />
          <Stack gap="xs" align="start">
            <Text size="sm" tone="muted">
              {t('noPassword')}
            </Text>
            <Button size="sm" variant="quiet" onClick={onSignOut}>
              {t('signOut')}
            </Button>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}
