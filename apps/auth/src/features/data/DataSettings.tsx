/** The deletion of the account in the account panel, and its undo. */
import { Suspense, useEffect, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Notice, toast } from '@slipway/design-system';
import { formats, lazyPart, PartLoading } from '@slipway/platform';
import { SettingRow } from '../../components/SettingRow';
import { accountDeletionQuery, cancelAccountDeletion } from '../../data/accountDeletion';
import { t } from '../account/messages';
import { t as shared } from '../account/shared/messages';

/** On one line. */
const dateInLine = (time: string) => formats.dateTime(time).replaceAll(' ', '\u00a0');

const DeleteAccount = lazyPart(async () => ({ default: (await import('./DeleteAccount')).DeleteAccount }));

export function DataSettings() {
  const [isOpen, setIsOpen] = useState(false);
  const deletion = useQuery(accountDeletionQuery());
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: cancelAccountDeletion,
    onSuccess: () => {
      queryClient.setQueryData(accountDeletionQuery().queryKey, null);
      toast.success(t('accountKept'));
    },
    onError: () => toast.error(t('keepFailed')),
  });
  const deleteButton = useRef<HTMLButtonElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Each button replaces the other one, which may have had the focus.
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    // The dialog may have been closed before the response.
    else if (wasOpen.current && document.activeElement === document.body) keepButton.current?.focus();
  }, [isOpen, deletion.data]);
  useEffect(() => {
    if (keep.isSuccess && document.activeElement === document.body) deleteButton.current?.focus();
  }, [keep.isSuccess, deletion.data]);

  return (
    <>
      {deletion.data ? (
        <Notice
          tone="warning"
          action={
            <Button
              ref={keepButton}
              busy={keep.isPending}
              onClick={() => {
                keep.mutate();
              }}
            >
              {t('keepAccount')}
            </Button>
          }
        >
          {t('deletionPending', { date: dateInLine(deletion.data) })}
        </Notice>
      ) : (
        <SettingRow
          title={t('deleteTitleShort')}
          text={deletion.isError ? t('deletionUnknown') : t('deleteAccountText')}
          action={
            deletion.isError ? (
              <Button onClick={() => void deletion.refetch()}>{shared('tryAgain')}</Button>
            ) : (
              // Not red: only the button in the dialog deletes.
              <Button
                ref={deleteButton}
                onClick={() => {
                  setIsOpen(true);
                }}
              >
                {shared('deleteAccount')}
              </Button>
            )
          }
        />
      )}
      <Suspense fallback={<PartLoading />}>
        {isOpen && (
          <DeleteAccount
            onClose={() => {
              setIsOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
