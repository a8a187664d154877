/**
 * Shows a protected page to signed-in people; others are told so, then led to the sign-in page and back afterwards.
 * Presentation only: what a person may read, the database decides.
 */
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmptyState, FullScreenSpinner, LinkButton, Main } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import { t } from './messages';
import { signInAddress } from './returnPath';

/** Long enough to read two short lines. */
const LEAVE_AFTER_MS = 1_500;

export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <FullScreenSpinner />;
  return session.status === 'signed-in' ? children : <AccessDenied />;
}

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
