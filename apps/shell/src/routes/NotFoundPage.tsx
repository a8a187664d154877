/** The page for any path without a route. */
import { useEffect } from 'react';
import { EmptyState, Icon, LinkButton, Main } from '@slipway/design-system';
import { useLocation } from '@slipway/platform';
import { log } from '@slipway/log';
import { t } from '../features/not-found/messages';

export default function NotFoundPage() {
  // Encoded, as in the URL.
  const { pathname } = useLocation();
  useEffect(() => {
    log.error(`404: no page at ${pathname}`);
  }, [pathname]);
  return (
    <Main>
      <EmptyState
        level={1}
        icon={<Icon name="search" size={20} />}
        title={t('notFound')}
        description={t('notFoundText')}
        action={
          <LinkButton variant="primary" href="/">
            {t('returnHome')}
          </LinkButton>
        }
      />
    </Main>
  );
}
