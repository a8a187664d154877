/** Session and security events as a person meets them: a toast, then the page that follows. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import {
  onSecurityEvent,
  onSessionEvent,
  onSuspicion,
  retrySignOut,
  type SecurityEventType,
  useRecovery,
  useSession,
} from '@slipway/session';
import { useHost } from '../boot/hostContext';
import { t } from '../messages';
import { returnPath } from '../routing/returnPath';

const REDIRECT_AFTER_MS = 100;

/** Where a person signs in: another tab that learns of it stays where it is. */
const doors: readonly string[] = ['/login', '/signup'];

export function useSessionEvents(): void {
  useSignInAndOut();
  useRecoveryPage();
  useWarnings();
}

function useSignInAndOut(): void {
  const { routes } = useHost();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  useEffect(
    () =>
      onSessionEvent((event, quoted) => {
        // What one person read is not the next one's.
        queryClient.clear();
        const leadTo = (path: string) => setTimeout(() => void navigate(path), REDIRECT_AFTER_MS);
        switch (event) {
          case 'signed-in':
            if (!doors.includes(pathname)) return;
            toast.success(t('signedIn'));
            leadTo(returnPath(search, routes) ?? '/dashboard');
            return;
          case 'signed-out':
            toast.success(t('signedOut'));
            break;
          case 'sign-out-failed':
            toast.error(quoted ?? t('signOutFailed'), {
              id: 'sign-out',
              action: { label: t('retry'), onPress: () => void retrySignOut() },
            });
            break;
          case 'expired':
            toast.error(t('expired'), { id: 'expired' });
        }
        leadTo('/');
      }),
    [navigate, pathname, queryClient, routes, search],
  );
}

/** A recovery link may lead anywhere on the site, where its address was not allowed; the new password is set in one place. */
function useRecoveryPage(): void {
  const isRecovery = useRecovery();
  const { status } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isElsewhere = isRecovery && status === 'signed-in' && pathname !== '/dashboard';

  useEffect(() => {
    if (isElsewhere) void navigate('/dashboard', { replace: true });
  }, [isElsewhere, navigate]);
}

/** Events that somebody is alerted to. The others are recorded, and nobody is frightened. */
const alerts: Partial<Record<SecurityEventType, string>> = {
  xss_attempt: t('alert-xss_attempt'),
  suspicious_activity: t('alert-suspicious_activity'),
  authentication_failed: t('alert-authentication_failed'),
};

function useWarnings(): void {
  useEffect(() => {
    const stops = [
      onSuspicion(() => toast.warning(t('unusual'), { id: 'unusual' })),
      onSecurityEvent((type) => {
        const words = alerts[type];
        if (words) toast.error(words, { id: `alert-${type}` });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
