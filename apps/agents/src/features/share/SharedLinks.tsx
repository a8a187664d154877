/** The user's shared conversations, newest first: copies and deletes their links. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Divider, Icon, IconButton, Skeleton, Stack, Text, toast } from '@slipway/design-system';
import { formats, QueryPanel } from '@slipway/platform';
import { deleteSharedLink, knownLink, type SharedLink, sharedQueries } from '../../data/sharedConversations';
import { t } from './messages';
import { copyText } from '../playground/copyText';

interface SharedLinksProps {
  userId: string;
  /** Shown without links. */
  empty: string;
  /** The button that had the focus is removed with the link. */
  onDeleted: (id: string) => void;
}

export function SharedLinks({ userId, empty, onDeleted }: SharedLinksProps) {
  const links = useQuery(sharedQueries.own(userId));
  return (
    <QueryPanel
      query={links}
      failure={t('linksFailed')}
      waiting={<Skeleton shape="block" height="3rem" />}
      empty={
        <Text size="sm" tone="muted">
          {empty}
        </Text>
      }
    >
      {(data) => (
        <Stack as="ul" role="list" gap="sm">
          {data.map((link) => (
            <LinkRow key={link.id} userId={userId} link={link} onDeleted={onDeleted} />
          ))}
        </Stack>
      )}
    </QueryPanel>
  );
}

function LinkRow({ userId, link, onDeleted }: Omit<SharedLinksProps, 'empty'> & { link: SharedLink }) {
  const { id, agent_name, created_at, expires_at, removed_at, removal_reason } = link;
  const queryClient = useQueryClient();
  const remove = useExclusiveMutation({
    mutationKey: [...sharedQueries.all(), 'delete', id],
    mutationFn: () => deleteSharedLink(userId, id),
    onSuccess: () => {
      toast.success(t('linkDeleted'));
      onDeleted(id);
    },
    onError: () => toast.error(t('linkNotDeleted')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharedQueries.all() }),
  });
  const address = removed_at === null ? knownLink(userId, id) : undefined;
  const names = { name: agent_name, time: formats.dateTime(created_at) };
  return (
    <li>
      <Stack direction="row" gap="sm" justify="between">
        <Stack gap="xxs" grow>
          <Text as="strong" dir="auto">
            {agent_name}
          </Text>
          <Text size="sm" tone="muted">
            {removed_at === null
              ? t('linkTimes', { time: names.time, end: formats.date(expires_at) })
              : t('linkRemoved', { reason: removal_reason ?? '' })}
          </Text>
          {removed_at === null && address === undefined && (
            <Text size="sm" tone="muted">
              {t('linkUnknown')}
            </Text>
          )}
        </Stack>
        <Stack direction="row" gap="xs" rigid>
          {address !== undefined && (
            <IconButton size="sm" label={t('copyLinkOf', names)} onClick={() => void copyText(address)}>
              <Icon name="copy" />
            </IconButton>
          )}
          <IconButton
            size="sm"
            label={t('deleteLinkOf', names)}
            aria-disabled={remove.isPending || undefined}
            onClick={() => {
              remove.mutate();
            }}
          >
            <Icon name="delete" />
          </IconButton>
        </Stack>
      </Stack>
      <Divider />
    </li>
  );
}
