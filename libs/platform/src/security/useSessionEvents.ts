/** Shows session and security events to the user: a toast, then a redirect. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { forgetUserData } from '@slipway/data';
import { toast } from '@slipway/design-system';
import {
  onSecurityEvent,
  onSessionEvent,
  onSuspicion,
  readSession,
  retrySignOut,
  type SecurityEventType,
  type SessionState,
  signOut,
  useRecovery,
  useSession,
} from '@slipway/session';
import { useHost } from '../boot/hostContext';
import { t } from '../messages';
import { returnPath, signInAddress } from '../routing/returnPath';
import { hasUnsaved } from '../routing/useUnsaved';
import { SIGN_OUT } from './useSignOut';

const REDIRECT_AFTER_MS = 100;

/** The only pages that redirect after sign-in: other tabs stay on their page. */
const signInPages: readonly string[] = ['/login', '/signup'];

export function useSessionEvents(): void {
  useSignInAndOut();
  useRecoveryPage();
  useWarnings();
}

const userOf = (session: SessionState) => (session.status === 'signed-in' ? session.user : undefined);

function useSignInAndOut(): void {
  const host = useHost();
  const { pathname, search, state } = useLocation();
  /** The user before the event. */
  const userId = userOf(useSession())?.id;
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  useEffect(
    () =>
      onSessionEvent((event, quoted) => {
        const user = userOf(readSession());
        // Read it before the forms are removed.
        const isLost = hasUnsaved();
        const hasExpired = event === 'expired';
        // The next user must not see cached data or typed input.
        forgetUserData(queryClient, hasExpired ? userId : user?.id, hasExpired);
        // Another tab has signed in as another user, or signed out.
        const isExplained =
          !hasExpired && userId !== undefined && (user ?? isLost) && !signInPages.includes(pathname);
        if (isExplained)
          import('./reportChange').then(
            ({ reportChange }) => {
              reportChange(user?.email, isLost);
            },
            // Offline, the message cannot be loaded.
            () => undefined,
          );
        const redirectTo = (path: string, replace = false) =>
          setTimeout(() => void navigate(path, { replace }), REDIRECT_AFTER_MS);
        switch (event) {
          case 'signed-in':
            if (!signInPages.includes(pathname)) return;
            // The code of the authenticator app is due.
            if (user?.dueFactor === undefined) toast.success(t('signedIn'));
            // Replaces the form's history entry: Back opens the page before it.
            redirectTo(returnPath(search, host.routes) ?? '/dashboard', true);
            return;
          case 'signed-out':
            if (!isExplained) toast.success(t('signedOut'));
            break;
          case 'sign-out-failed':
            toast.error(quoted ?? t('signOutFailed'), {
              id: 'sign-out',
              action: { label: t('retry'), onPress: () => void retrySignOut() },
            });
            break;
          case 'expired':
            toast.error(t('expired'), {
              id: 'expired',
              action: {
                label: t('signIn'),
                // Sign-in redirects back here; forms have kept their input.
                onPress: () =>
                  void navigate(signInAddress(pathname === '/' ? '/dashboard' : pathname + search)),
              },
            });
        }
        redirectTo('/');
      }),
    [host, navigate, pathname, queryClient, search, userId],
  );

  useEffect(() => {
    if (state !== SIGN_OUT) return;
    // Replaces the entry, so that going back to it cannot end a later session.
    void navigate('/', { replace: true });
    void signOut();
  }, [navigate, state]);
}

/**
 * A recovery link opens any page if the auth service does not allow its redirect URL. The form for the new password is
 * on the dashboard.
 */
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

/** The events that show an alert. Others are only recorded: users should not be alarmed by typing errors. */
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
