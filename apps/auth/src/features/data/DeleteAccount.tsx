/** Confirms the deletion of the account, which needs a recent sign-in. Says until when it can be undone. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { formats } from '@slipway/platform';
import { withRecentSignIn } from '@slipway/session';
import { accountDeletionQuery, requestAccountDeletion } from '../../data/accountDeletion';
import { t as shared } from '../../messages';
import { t as panel } from '../account/shared/messages';
import { deletionFailure, t } from './messages';
import { useRequest } from '../form/useRequest';

export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isBusy, error, run } = useRequest(deletionFailure);
  const [deletesAt, setDeletesAt] = useState<string>();

  const requestDeletion = async () => {
    const time = await withRecentSignIn(requestAccountDeletion);
    if (time === undefined) return;
    queryClient.setQueryData(accountDeletionQuery().queryKey, time);
    setDeletesAt(time);
  };

  if (deletesAt !== undefined) {
    return (
      <Dialog
        // Another key: a new dialog takes the focus, which was on a button of the replaced one.
        key="requested"
        open
        size="sm"
        title={t('deletionRequested')}
        description={t('deletionUntil', { date: formats.dateTime(deletesAt) })}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {shared('close')}
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
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void run(requestDeletion)}>
            {isBusy ? shared('submitting') : panel('deleteAccount')}
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        <Text size="sm">{t('deleteEffects')}</Text>
        <Text size="sm">{t('deletePlan')}</Text>
        <Text role="alert" size="sm" tone="danger">
          {error}
        </Text>
      </Stack>
    </Dialog>
  );
}
