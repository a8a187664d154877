/** Confirms the deletion of the account; asks for the password after a sign-in long ago. Says until when it can be undone. */
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { formats } from '@slipway/platform';
import { signIn } from '@slipway/session';
import { accountDeletionQuery, requestAccountDeletion } from '../../data/accountDeletion';
import { mfaStatusQuery } from '../../data/mfaStatus';
import { deletionFailure, t } from '../../messages';
import { PasswordField } from '../form/AuthFields';
import { fieldsOf } from '../form/fields';
import { useRequest } from '../form/useRequest';

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
  onClose: () => void;
}

export function DeleteAccount({ email, hasPassword, onClose }: DeleteAccountProps) {
  const formId = useId();
  const queryClient = useQueryClient();
  const [asksPassword, setAsksPassword] = useState(false);
  const isSignedIn = useRef(false);
  const { isBusy, error, setError, run } = useRequest((code) => {
    if (code === 'forbidden' && hasPassword) {
      setAsksPassword(true);
      return t('deletionPassword');
    }
    // The new session waits for the code of the authenticator app.
    return code === 'unauthenticated' && isSignedIn.current ? t('deletionCode') : deletionFailure(code);
  });
  const [deletesAt, setDeletesAt] = useState<string>();

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { current } = fieldsOf(event.currentTarget);
    if (asksPassword && current === '') {
      setError(t('currentPasswordMissing'));
      return;
    }
    await run(async () => {
      isSignedIn.current = false;
      if (asksPassword) {
        await signIn({ email, password: current });
        isSignedIn.current = true;
        setAsksPassword(false);
        await queryClient.invalidateQueries({ queryKey: mfaStatusQuery().queryKey });
      }
      const time = await requestAccountDeletion();
      queryClient.setQueryData(accountDeletionQuery().queryKey, time);
      setDeletesAt(time);
    });
  };

  if (deletesAt !== undefined) {
    return (
      <Dialog
        open
        size="sm"
        title={t('deletionRequested')}
        description={t('deletionUntil', { date: formats.dateTime(deletesAt) })}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        }
      />
    );
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('deleteTitle')}
      description={t('deleteText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" disabled={isBusy}>
            {isBusy ? t('submitting') : t('deleteAccount')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="lg">
          <Text size="sm">{t('deleteEffects')}</Text>
          {asksPassword ? (
            <PasswordField
              name="current"
              label={t('currentPassword')}
              autoComplete="current-password"
              error={error}
            />
          ) : (
            <Text role="alert" size="sm" tone="danger">
              {error}
            </Text>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
