/** The browsers in which the user is signed in, and the ends of their sessions. */
import { useEffect, useRef } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, SkeletonText, Stack, Text, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { announce, QueryPanel } from '@slipway/platform';
import { signOutOthers } from '@slipway/session';
import { SessionRow } from '../../components/SessionRow';
import { endUserSession, sessionsQuery, type UserSession } from '../../data/sessions';
import { t as shared } from '../../messages';
import { t as panel } from '../account/shared/messages';
import { t } from './messages';

const thisFirst = (rows: readonly UserSession[]) =>
  [...rows].sort((one, other) => Number(other.is_current) - Number(one.is_current));

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery({ ...sessionsQuery(), staleTime: 0 });
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | 'others') => (id === 'others' ? signOutOthers() : endUserSession(id)),
    onSuccess: (_data, id) => {
      announce(id === 'others' ? t('othersEnded') : t('sessionEnded'));
      return queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
    onError: () => toast.error(t('endFailed')),
  });
  const closeButton = useRef<HTMLButtonElement>(null);
  const { isPending } = end;
  // The button with the focus was removed with its session.
  useEffect(() => {
    if (!isPending && document.activeElement === document.body) closeButton.current?.focus();
  }, [isPending, sessions.data]);

  const hasOthers = sessions.data?.some(({ is_current }) => !is_current) ?? false;

  return (
    <Dialog
      open
      kind="panel"
      startsAtTitle
      title={panel('devices')}
      description={t('devicesText')}
      onClose={onClose}
      actions={
        <>
          <Button ref={closeButton} onClick={onClose}>
            {shared('close')}
          </Button>
          {hasOthers && (
            <Button
              variant="danger"
              busy={isPending && end.variables === 'others'}
              disabled={isPending && end.variables !== 'others'}
              onClick={() => {
                end.mutate('others');
              }}
            >
              {t('endOthers')}
            </Button>
          )}
        </>
      }
    >
      <QueryPanel query={sessions} failure={t('sessionsFailed')} waiting={<SkeletonText lines={4} />}>
        {(rows) => (
          <Stack gap="lg">
            <Stack as="ul" gap="lg">
              {thisFirst(rows).map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  state={!isPending ? 'idle' : end.variables === session.id ? 'ending' : 'disabled'}
                  onEnd={() => {
                    end.mutate(session.id);
                  }}
                />
              ))}
            </Stack>
            {!hasOthers && (
              <Text size="sm" tone="muted">
                {t('noOtherSessions')}
              </Text>
            )}
          </Stack>
        )}
      </QueryPanel>
    </Dialog>
  );
}
