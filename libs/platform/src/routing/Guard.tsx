/**
 * Renders a protected page only while the user is signed in with a valid session. Visitors see "Access Denied", then
 * the sign-in page, which redirects back. It shows one state at a time: checking, denied, failed, or the page. Checking
 * is a spinner, or the sign-in page while the user is asked whether a link may sign in, or while the second factor is
 * due. A link that failed to sign the user in opens the sign-in page at once, which says why. Presentation only: the
 * database decides what a user may read.
 */
import { Fragment, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { EmptyState, ErrorState, FullScreenSpinner, Icon, LinkButton, Main } from '@slipway/design-system';
import { log } from '@slipway/log';
import {
  checkSession,
  isSessionValid,
  type SessionCheckResult,
  useLinkFailure,
  useSession,
  useSignInQuestion,
  watchSession,
} from '@slipway/session';
import { t } from '../messages';
import { HeldFocus } from './PageArrival';
import { onRefreshFailing } from './refreshFailing';
import { signInAddress } from './returnPath';

/** Milliseconds: enough to read two short lines. */
const REDIRECT_AFTER_MS = 1_500;

interface GuardProps {
  /**
   * Ignored: every signed-in user passes. The specification requires the prop (SHELL-14, T-66); lint allows only the
   * value `user`. Row-level security decides what a role may do.
   */
  requiredRole?: string;
  /** Shown behind the dialog that asks whether a link may sign in: nothing is loading, so a spinner would be wrong. */
  signInPage?: ReactNode;
  /** Loads the sign-in page while the user reads "Access Denied". */
  prefetchSignIn?: () => void;
  children: ReactNode;
}

type AccessDecision = 'checking' | 'open' | 'denied' | 'failed';

/** An expired session keeps the spinner: `useSessionEvents` shows its message and leaves the page. */
const decisions = { valid: 'open', never: 'denied', expired: 'checking' } as const satisfies Record<
  SessionCheckResult,
  AccessDecision
>;

export function Guard({ signInPage, prefetchSignIn, children }: GuardProps) {
  const session = useSession();
  const { status } = session;
  const user = session.status === 'signed-in' ? session.user : undefined;
  /**
   * The user whose page is open. The page stays open when a code becomes due later, because it may have unsaved input.
   */
  const [opened, setOpened] = useState<string>();
  if (user && user.dueFactor === undefined && user.id !== opened) setOpened(user.id);
  const isAsked = useSignInQuestion() !== undefined;
  const hasLinkFailed = useLinkFailure() !== undefined;
  // Start open for a session that looks valid: the check takes longer than a frame, so each page would flash the
  // spinner.
  const [decision, setDecision] = useState<AccessDecision>(() => (isSessionValid() ? 'open' : 'checking'));
  const wasOpen = useRef(false);

  const check = useCallback(async () => {
    try {
      const result = await checkSession();
      wasOpen.current = result === 'valid';
      setDecision(decisions[result]);
    } catch (error) {
      log.error('the session could not be checked', error);
      setDecision('failed');
    }
  }, []);

  useEffect(() => {
    // The user has signed out on this page and is redirected: do not show "Access Denied" first.
    if (status === 'loading' || (status === 'signed-out' && wasOpen.current)) return;
    void check();
  }, [status, check]);

  useEffect(() => {
    if (decision !== 'checking') return undefined;
    // The check continues, and opens the page if the client renews the session after all.
    return onRefreshFailing(() => {
      setDecision('failed');
    });
  }, [decision]);

  useEffect(() => {
    if (decision !== 'failed') return undefined;
    const checkAgain = () => void check();
    window.addEventListener('online', checkAgain);
    return () => {
      window.removeEventListener('online', checkAgain);
    };
  }, [decision, check]);

  // While the second factor is due, the server rejects the page's requests.
  const isOpen = decision === 'open' && user !== undefined && user.id === opened;
  useEffect(() => (isOpen ? watchSession() : undefined), [isOpen]);

  // The key remounts the page if another tab signs in as another user, without the data and input of the first one.
  if (isOpen) return <Fragment key={opened}>{children}</Fragment>;
  if (decision === 'denied' && status === 'signed-out')
    return hasLinkFailed ? <ToSignIn /> : <AccessDenied prefetchSignIn={prefetchSignIn} />;
  if (decision === 'failed') {
    return (
      <VerificationFailed
        onRetry={() => {
          setDecision('checking');
          void check();
        }}
      />
    );
  }
  return isAsked && signInPage ? signInPage : <GuardSpinner />;
}

const GuardSpinner = () => (
  <Main>
    <HeldFocus />
    <FullScreenSpinner />
  </Main>
);

const VerificationFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Main>
    <ErrorState
      level={1}
      title={t('verificationFailed')}
      description={t('verificationFailedText')}
      retryLabel={t('retry')}
      onRetry={onRetry}
    />
  </Main>
);

function ToSignIn() {
  const { pathname, search } = useLocation();
  return (
    <>
      <GuardSpinner />
      <Navigate to={signInAddress(pathname + search)} replace />
    </>
  );
}

function AccessDenied({ prefetchSignIn }: Pick<GuardProps, 'prefetchSignIn'>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = signInAddress(pathname + search);
  const prefetch = useEffectEvent(() => prefetchSignIn?.());

  useEffect(() => {
    prefetch();
  }, []);
  useEffect(() => {
    // `replace`, so that Back does not return here and redirect again.
    const redirect = setTimeout(() => void navigate(address, { replace: true }), REDIRECT_AFTER_MS);
    return () => {
      clearTimeout(redirect);
    };
  }, [address, navigate]);

  return (
    <Main>
      <EmptyState
        role="alert"
        level={1}
        icon={<Icon name="person" size={20} />}
        title={t('accessDenied')}
        description={t('accessDeniedText')}
        action={
          <LinkButton variant="primary" href={address}>
            {t('signIn')}
          </LinkButton>
        }
      />
    </Main>
  );
}
