/** The landing page's "Featured AI Agents". A failed read is only logged: visitors see the empty state with a retry. */
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  CardSkeletons,
  EmptyState,
  Grid,
  Icon,
  LandingSection,
  LinkButton,
  Stack,
} from '@slipway/design-system';
import { log } from '@slipway/log';
import { type FeaturedAgent, featuredQueries } from '../data/featured';
import { t as shared } from '../messages';
import { t } from '../features/featured/messages';
import { useMayRead } from '../features/session/useMayRead';
import { FeaturedCard } from '../components/FeaturedCard';

export default function FeaturedAgents() {
  const { data, error, isError, isPending, refetch } = useQuery({
    ...featuredQueries.list(),
    enabled: useMayRead(),
  });

  useEffect(() => {
    if (error) log.error('failed to read featured agents', error);
  }, [error]);

  return (
    <LandingSection title={t('featured')}>
      {isPending || (data && data.length > 0) ? (
        <Stack gap="xxl">
          {data ? <Cards agents={data} /> : <CardSkeletons label={shared('loading')} picture />}
          <Stack direction="row" justify="center">
            <LinkButton href="/marketplace" size="lg">
              {shared('browseAll')}
            </LinkButton>
          </Stack>
        </Stack>
      ) : (
        <EmptyState
          data-state={isError ? 'error' : 'empty'}
          level={3}
          icon={<Icon name="agent" size={20} />}
          title={t('noFeatured')}
          description={t('noFeaturedHint')}
          action={
            <>
              <LinkButton href="/marketplace" size="lg">
                {t('browseMarketplace')}
              </LinkButton>
              {isError && (
                <Button variant="quiet" size="lg" onClick={() => void refetch()}>
                  {t('retry')}
                </Button>
              )}
            </>
          }
        />
      )}
    </LandingSection>
  );
}

function Cards({ agents }: { agents: readonly FeaturedAgent[] }) {
  return (
    <Grid as="ul" role="list">
      {agents.map((agent) => (
        <li key={agent.id}>
          <FeaturedCard agent={agent} />
        </li>
      ))}
    </Grid>
  );
}
