/** Shows a protected page to signed-in people. Presentation only: what a person may read, the database decides. */
import { type ReactNode } from 'react';
import { EmptyState, FullScreenSpinner, LinkButton, Main } from '@slipway/design-system';
import { useSession } from '@slipway/session';

export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <FullScreenSpinner />;
  if (session.status === 'signed-in') return children;
  return (
    <Main>
      <EmptyState
        role="alert"
        level={1}
        title="Access Denied"
        description="Please sign in to access this page."
        action={<LinkButton href="/login">Sign In</LinkButton>}
      />
    </Main>
  );
}
