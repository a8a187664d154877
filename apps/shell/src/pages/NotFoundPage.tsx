/** Any path that nobody has declared. */
import { useEffect } from 'react';
import { EmptyState, LinkButton, Main } from '@slipway/design-system';
import { useLocation } from '@slipway/platform';

export default function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: no page at ${encodeURI(pathname)}`);
  }, [pathname]);
  return (
    <Main>
      <EmptyState
        level={1}
        title="Oops! Page not found"
        description="The address may be mistyped, or the page has moved."
        action={
          <LinkButton variant="primary" href="/">
            Return to Home
          </LinkButton>
        }
      />
    </Main>
  );
}
