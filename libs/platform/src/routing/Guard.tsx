/**
 * Shows a protected page to signed-in people whose session is valid; others are told so, then led to the sign-in page
 * and back afterwards. One answer at a time: the spinner, then denied, failed, or the page.
 * Presentation only: what a person may read, the database decides.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmptyState, ErrorState, FullScreenSpinner, LinkButton, Main } from '@slipway/design-system';
import { log } from '@slipway/log';
import { checkSession, useSession, watchSession } from '@slipway/session';
import { t } from '../messages';
import { signInAddress } from './returnPath';

/** Long enough to read two short lines. */
const LEAVE_AFTER_MS = 1_500;

interface GuardProps {
  /** `user` unless it is said. A name for readers: no role is checked, whoever is signed in passes. */
  requiredRole?: string;
  children: ReactNode;
}

type Answer = 'checking' | 'open' | 'denied' | 'failed';

/** An expired session has its own message, and the frame leads away from here. */
const answers = { valid: 'open', never: 'denied', expired: 'checking' } as const;

export function Guard({ children }: GuardProps) {
  const { status } = useSession();
  const [answer, setAnswer] = useState<Answer>('checking');
  const wasOpen = useRef(false);

  const check = useCallback(async () => {
    try {
      const verdict = await checkSession();
      wasOpen.current = verdict === 'valid';
      setAnswer(answers[verdict]);
    } catch (error) {
      log.error('the session could not be checked', error);
      setAnswer('failed');
    }
  }, []);

  useEffect(() => {
    // Whoever has just signed out here is led away, and not told that they may not be here.
    if (status === 'loading' || (status === 'signed-out' && wasOpen.current)) return;
    void check();
  }, [status, check]);

  const isOpen = answer === 'open' && status === 'signed-in';
  useEffect(() => (isOpen ? watchSession() : undefined), [isOpen]);

  if (isOpen) return children;
  if (answer === 'denied' && status === 'signed-out') return <AccessDenied />;
  if (answer === 'failed') {
    return (
      <VerificationFailed
        onRetry={() => {
          setAnswer('checking');
          void check();
        }}
      />
    );
  }
  return <FullScreenSpinner />;
}

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

function AccessDenied() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = signInAddress(pathname + search);

  useEffect(() => {
    // Replaced, so that Back does not return here only to be sent away again.
    const leave = setTimeout(() => void navigate(address, { replace: true }), LEAVE_AFTER_MS);
    return () => {
      clearTimeout(leave);
    };
  }, [address, navigate]);

  return (
    <Main>
      <EmptyState
        role="alert"
        level={1}
        title={t('accessDenied')}
        description={t('accessDeniedText')}
        action={<LinkButton href={address}>{t('signIn')}</LinkButton>}
      />
    </Main>
  );
}
