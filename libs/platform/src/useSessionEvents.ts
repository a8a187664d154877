/** Session events as a person meets them: a toast, then the page that follows. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import { onSessionEvent } from '@slipway/session';
import { useHost } from './hostContext';
import { t } from './messages';
import { returnPath } from './returnPath';

const REDIRECT_AFTER_MS = 100;

/** Where a person signs in: another tab that learns of it stays where it is. */
const doors: readonly string[] = ['/login', '/signup'];

export function useSessionEvents(): void {
  const { routes } = useHost();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  useEffect(() => {
    const follow = (message: string, path: string) => {
      toast.success(message);
      setTimeout(() => void navigate(path), REDIRECT_AFTER_MS);
    };
    return onSessionEvent((event) => {
      // What one person read is not the next one's.
      queryClient.clear();
      if (event === 'signed-out') follow(t('signedOut'), '/');
      else if (doors.includes(pathname)) follow(t('signedIn'), returnPath(search, routes) ?? '/dashboard');
    });
  }, [navigate, pathname, queryClient, routes, search]);
}
