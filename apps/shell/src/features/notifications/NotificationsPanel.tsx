/** The newest notifications. Following one marks it as read. */
import { useEffect, useRef } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Heading,
  Icon,
  type IconProps,
  Link,
  SkeletonText,
  Stack,
  Text,
  toast,
  VisuallyHidden,
} from '@slipway/design-system';
import { Popover } from '@slipway/design-system/overlays';
import { QueryPanel, useLocation } from '@slipway/platform';
import {
  markAsRead,
  type Notification,
  type NotificationKind,
  notificationQueries,
} from '../../data/notifications';
import { profileUrl } from '../../frame/navigation';
import { t as shared } from '../../messages';
import { t } from './messages';
import { timeAgo } from '../dashboard/timeAgo';
import { notificationPage, notificationText } from './notificationText';

interface NotificationsPanelProps {
  id: string;
  userId: string;
  /** The button that opened it. */
  anchor: HTMLElement;
  onClose: () => void;
}

/** The height of the "Mark all read" button, which is rendered only while something is unread. */
const ROW_HEIGHT = '2rem';

const icons: Readonly<Record<NotificationKind, IconProps['name']>> = {
  review: 'star',
  failure: 'danger',
  quota: 'chart',
  price: 'money',
  webhook: 'deploy',
  withdrawal: 'agent',
  moderation: 'warning',
};

export function NotificationsPanel({ id, userId, anchor, onClose }: NotificationsPanelProps) {
  const queryClient = useQueryClient();
  const location = useLocation();
  const newest = useQuery(notificationQueries.newest(userId));
  const read = useMutation({
    mutationFn: markAsRead,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationQueries.all() }),
    onError: () => toast.error(t('notificationsReadFailed')),
  });
  const hasUnread = newest.data?.some(({ isRead }) => !isRead) ?? false;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that marked them as read is gone.
    if (!hasUnread && document.activeElement === document.body) heading.current?.focus();
  }, [hasUnread]);
  return (
    <Popover
      id={id}
      label={t('notifications')}
      anchor={anchor}
      size="lg"
      footer={
        <Link variant="row" href={profileUrl(location)} onClick={onClose}>
          <Icon name="send" />
          {shared('mailPreferences')}
        </Link>
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Stack direction="row" justify="between" gap="sm" minHeight={ROW_HEIGHT} inset>
          {/* Takes the focus when the panel opens: while the list loads, the first control is below it. */}
          <Heading ref={heading} tabIndex={-1} level={2} size="md">
            {t('notifications')}
          </Heading>
          {hasUnread && (
            <Button
              size="sm"
              variant="quiet"
              flush="end"
              busy={read.isPending}
              onClick={() => {
                read.mutate(undefined);
              }}
            >
              {t('markAllRead')}
            </Button>
          )}
        </Stack>
        <QueryPanel
          query={newest}
          failure={t('notificationsFailed')}
          waiting={
            <Stack gap="xxs" inset>
              <SkeletonText lines={4} />
            </Stack>
          }
        >
          {(all) =>
            all.length === 0 ? (
              <Stack inset>
                <Text size="sm" tone="muted">
                  {t('noNotifications')}
                </Text>
              </Stack>
            ) : (
              <Stack as="ul" role="list" gap="sm">
                {all.map((each) => (
                  <Row
                    key={each.id}
                    notification={each}
                    onFollow={() => {
                      if (!each.isRead) read.mutate(each.id);
                      onClose();
                    }}
                  />
                ))}
              </Stack>
            )
          }
        </QueryPanel>
      </Stack>
    </Popover>
  );
}

function Row({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const text = notificationText(notification);
  if (text === undefined) return null;
  const { kind, isRead, created_at } = notification;
  return (
    <li>
      <Link variant="row-lines" href={notificationPage(notification)} onClick={onFollow}>
        <Icon name={icons[kind]} />
        <Stack as="span" gap="xxs" grow>
          <Text
            as="span"
            size="sm"
            weight={isRead ? 'regular' : 'medium'}
            tone={isRead ? 'muted' : 'default'}
          >
            {!isRead && <VisuallyHidden>{t('unread')} </VisuallyHidden>}
            {text}
          </Text>
          <Text as="span" size="sm" tone="subtle">
            {timeAgo(created_at)}
          </Text>
        </Stack>
        {/* Weight and color alone are hard to see. The mark keeps its space when read, so that the text does not wrap again. */}
        <Stack as="span" reserved={isRead} aria-hidden="true">
          <Text as="span" size="sm" tone="accent">
            ●
          </Text>
        </Stack>
      </Link>
    </li>
  );
}
