/** The list's four pictures: waiting, failed, nothing found, and the cards, page after page as one scrolls. */
import { useEffect, useRef } from 'react';
import {
  Button,
  CardSkeletons,
  EmptyState,
  ErrorState,
  Grid,
  Icon,
  Notice,
  Stack,
} from '@slipway/design-system';
import type { Filter, Listing } from '../data/catalogue';
import type { CatalogueView, MorePages } from '../data/useCatalogue';
import type { Installs } from '../data/useInstalls';
import { t } from '../messages';
import { ListingCard } from './ListingCard';
import { useFar } from './useFar';

interface CardsProps {
  filter: Filter;
  installs: Installs;
  onPreview: (id: string) => void;
}

interface ResultsProps extends CardsProps {
  view: CatalogueView;
  onClear: () => void;
}

export function Results({ view, onClear, ...cards }: ResultsProps) {
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
  const { pages } = view.catalogue;
  if (pages.every(({ length }) => length === 0)) {
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
    <Stack gap="lg">
      {pages.map((listings, index) => {
        const from = 1 + pages.slice(0, index).flat().length;
        const to = from - 1 + listings.length;
        return listings.length === 0 ? null : (
          <CardsPage
            key={from}
            {...cards}
            listings={listings}
            label={pages.length > 1 ? t('pageOfCards', { from, to }) : undefined}
            isBusy={view.isBehind && index === 0}
          />
        );
      })}
      <More more={view.more} />
    </Stack>
  );
}

interface CardsPageProps extends CardsProps {
  listings: readonly Listing[];
  /** Which of them it shows, where there is more than one page. */
  label: string | undefined;
  isBusy: boolean;
}

function CardsPage({ listings, label, isBusy, filter, installs, onPreview }: CardsPageProps) {
  const { ref, farHeight } = useFar(listings);
  return (
    <div ref={ref} style={{ height: farHeight }}>
      {farHeight === undefined && (
        <Grid as="ul" role="list" aria-label={label} busy={isBusy}>
          {listings.map((listing) => (
            <li key={listing.agent_id}>
              <ListingCard
                listing={listing}
                filter={filter}
                installs={installs}
                onPreview={() => {
                  onPreview(listing.agent_id);
                }}
              />
            </li>
          ))}
        </Grid>
      )}
    </div>
  );
}

/** How long before the end is seen the next page is asked for. */
const AHEAD = '150% 0px';

/** The end of what is there: coming near it brings what follows, and so does its button. */
function More({ more }: { more: MorePages }) {
  const { hasMore, hasFailed, isFetching, fetch } = more;
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = hasMore && !hasFailed && !isFetching;

  useEffect(() => {
    if (!isWaiting || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetch();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  });

  if (!hasMore) return null;
  return (
    <div ref={end}>
      {hasFailed ? (
        <Notice
          tone="warning"
          action={
            <Button size="sm" busy={isFetching} onClick={fetch}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('moreFailed')}
        </Notice>
      ) : isFetching ? (
        <CardSkeletons count={3} label={t('loadingMore')} />
      ) : (
        <Stack align="center">
          <Button onClick={fetch}>{t('showMore')}</Button>
        </Stack>
      )}
    </div>
  );
}
