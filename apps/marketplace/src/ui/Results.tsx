/** The list's four pictures: waiting, failed, nothing found, and the cards. */
import { Button, CardSkeletons, EmptyState, ErrorState, Grid, Icon } from '@slipway/design-system';
import type { CatalogueView } from '../data/useCatalogue';
import type { Installs } from '../data/useInstalls';
import { t } from '../messages';
import { ListingCard } from './ListingCard';

interface ResultsProps {
  view: CatalogueView;
  onClear: () => void;
  installs: Installs;
  onPreview: (id: string) => void;
}

export function Results({ view, onClear, installs, onPreview }: ResultsProps) {
  if (view.hasFailed) {
    return (
      <ErrorState
        title={t('loadFailed')}
        description={t('loadFailedHint')}
        retryLabel={t('tryAgain')}
        onRetry={view.retry}
        retrying={view.isFetching}
      />
    );
  }
  if (!view.catalogue) return <CardSkeletons label={t('loading')} />;
  const { listings } = view.catalogue;
  if (listings.length === 0) {
    return (
      <EmptyState
        icon={<Icon name="search" size={20} />}
        title={t('nothingFound')}
        description={t('nothingFoundHint')}
        action={<Button onClick={onClear}>{t('clearFilters')}</Button>}
      />
    );
  }
  return (
    <Grid as="ul" role="list" busy={view.isBehind}>
      {listings.map((listing) => (
        <li key={listing.agent_id}>
          <ListingCard
            listing={listing}
            installs={installs}
            onPreview={() => {
              onPreview(listing.agent_id);
            }}
          />
        </li>
      ))}
    </Grid>
  );
}
