/** Shows session and security events to the user: a toast, then a redirect. */
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

/** Only the sign-in pages redirect after sign-in: other tabs stay where they are. */
const signInPages: readonly string[] = ['/login', '/signup'];

export function useSessionEvents(): void {
  useSignInAndOut();
  useRecoveryPage();
  useWarnings();
}

function useSignInAndOut(): void {
  const host = useHost();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  useEffect(
    () =>
      onSessionEvent((event, quoted) => {
        // Another user must not see cached data.
        queryClient.clear();
        const redirectTo = (path: string, replace = false) =>
          setTimeout(() => void navigate(path, { replace }), REDIRECT_AFTER_MS);
        switch (event) {
          case 'signed-in':
            if (!signInPages.includes(pathname)) return;
            toast.success(t('signedIn'));
            // Back then leads to the page before the form, which has nothing more to ask.
            redirectTo(returnPath(search, host.routes) ?? '/dashboard', true);
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
        redirectTo('/');
      }),
    [host, navigate, pathname, queryClient, search],
  );
}

/** A recovery link may open any page, if its redirect address was not allowed. The form for the new password is on the dashboard. */
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

/** The events that show an alert. Others are only recorded, so that mistyping does not alarm the user. */
const alerts: ReadonlySet<SecurityEventType> = new Set([
  'xss_attempt',
  'suspicious_activity',
  'authentication_failed',
] as const);
const isAlert = (
  type: SecurityEventType,
): type is 'xss_attempt' | 'suspicious_activity' | 'authentication_failed' => alerts.has(type);

function useWarnings(): void {
  useEffect(() => {
    const stops = [
      onSuspicion(() => toast.warning(t('unusual'), { id: 'unusual', isBackground: true })),
      onSecurityEvent((type) => {
        if (isAlert(type)) toast.error(t(`alert-${type}`), { id: `alert-${type}`, isBackground: true });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
