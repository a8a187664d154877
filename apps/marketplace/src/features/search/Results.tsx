/** The list's four pictures: waiting, failed, nothing found, and the cards, page after page as one scrolls. */
import { memo, useDeferredValue, useEffect, useRef } from 'react';
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
import type { Filter, Listing } from '../../data/search';
import type { SearchView, MorePages } from './useSearchResults';
import type { Installs } from '../../data/installs';
import { t } from '../../messages';
import { ListingCard } from '../../components/ListingCard';
import { useVirtualizedPage } from './useVirtualizedPage';

interface CardsProps {
  installs: Installs;
  onPreview: (id: string) => void;
}

interface ResultsProps extends CardsProps {
  view: SearchView;
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
  const { filter, pages } = view.catalogue;
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
            filter={filter}
            listings={listings}
            label={pages.length > 1 ? t('pageOfCards', { from, to }) : undefined}
            isBusy={view.isStale && index === 0}
          />
        );
      })}
      <More more={view.more} />
    </Stack>
  );
}

interface CardsPageProps extends CardsProps {
  /** What they answer. */
  filter: Filter;
  listings: readonly Listing[];
  /** Which of them it shows, where there is more than one page. */
  label: string | undefined;
  isBusy: boolean;
}

/** Of much work for the browser: what changes elsewhere on the page, a key in the search box, leaves it alone. */
const CardsPage = memo(function CardsPage({ listings, label, isBusy, ...card }: CardsPageProps) {
  const { ref, placeholderHeight } = useVirtualizedPage(listings);
  const rows = useTopFirst(listings);
  return (
    <div ref={ref} style={{ height: placeholderHeight }}>
      {placeholderHeight === undefined && (
        <Grid as="ul" role="list" aria-label={label} busy={isBusy}>
          {rows.map((listing) => (
            <li key={listing.agent_id}>
              <ListingCard {...card} listing={listing} />
            </li>
          ))}
        </Grid>
      )}
    </div>
  );
});

/** Cards that a window shows at once, whole rows of one, two, three and four. */
const TOP = 12;

/** New rows at the top come at once; the rest follows when the browser has drawn them. */
function useTopFirst(listings: readonly Listing[]): readonly Listing[] {
  const late = useDeferredValue(listings);
  if (late === listings) return listings;
  const top = listings.slice(0, TOP);
  const ids = new Set(top.map(({ agent_id }) => agent_id));
  return [...top, ...late.slice(TOP).filter(({ agent_id }) => !ids.has(agent_id))];
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
