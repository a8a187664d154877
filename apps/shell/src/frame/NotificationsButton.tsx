/** The bell in the header: how much is unread, and the panel of notifications. */
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { notificationQueries } from '../data/notifications';
import { t } from '../messages';
import { PanelButton } from './PanelButton';

const load = async () => ({ default: (await import('./menus')).NotificationsPanel });

/** Milliseconds before the first count, so that the page's own data loads first. */
const COUNT_DELAY = 2_000;

interface NotificationsButtonProps {
  userId: string;
  /** False while the second factor is due: the server rejects requests. */
  isReady: boolean;
}

export function NotificationsButton({ userId, isReady }: NotificationsButtonProps) {
  const [counts, setCounts] = useState(false);
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
    <PanelButton
      label={t('notificationsUnread', { count: unread })}
      icon="bell"
      dot={unread > 0}
      load={load}
      panel={{ userId }}
    />
  );
}
