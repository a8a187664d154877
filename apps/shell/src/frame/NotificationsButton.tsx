/** The bell in the header: how much is unread, and the panel of notifications, whose code is loaded on first use. */
import { useEffect, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Icon, IconButton } from '@slipway/design-system';
import { notificationQueries } from '../data/notifications';
import { t } from '../messages';
import { useLazyPart } from './useLazyPart';

const load = async () => ({
  default: (await import('../features/notifications/NotificationsPanel')).NotificationsPanel,
});

/** Milliseconds after which it counts, so that the page's own data comes first. */
const COUNT_DELAY = 2_000;

interface NotificationsButtonProps {
  userId: string;
  /** False while the second factor is due: the server rejects requests. */
  isReady: boolean;
}

export function NotificationsButton({ userId, isReady }: NotificationsButtonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [counts, setCounts] = useState(false);
  const { Part: NotificationsPanel, fetchPart, prefetch } = useLazyPart(load);
  const unread = useQuery({ ...notificationQueries.unread(userId), enabled: counts && isReady }).data ?? 0;

  useEffect(() => {
    const timer = setTimeout(() => {
      setCounts(true);
    }, COUNT_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  return (
    <>
      <IconButton
        ref={setAnchor}
        size="sm"
        dot={unread > 0}
        label={t('notificationsUnread', { count: unread })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => {
          if (isOpen) setOpen(false);
          else void fetchPart().then(setOpen);
        }}
      >
        <Icon name="bell" />
      </IconButton>
      {isOpen && anchor && NotificationsPanel && (
        <NotificationsPanel
          id={id}
          userId={userId}
          anchor={anchor}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
