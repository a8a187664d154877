/** The results: loading, failed, empty, or pages of cards that load as the visitor scrolls. */
import { memo, type RefObject, useDeferredValue, useEffect, useRef } from 'react';
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
import type { Installer } from '../../data/installs';
import { t as shared } from '../../messages';
import { t } from './messages';
import { ListingCard } from '../../components/ListingCard';
import { useFocusOnMore } from './useFocusOnMore';
import { useKeptFocus } from './useKeptFocus';
import { useLateKey } from './useLateKey';
import { useVirtualizedPage } from './useVirtualizedPage';

interface CardActions {
  installer: Installer;
  onOpenDetails: (id: string) => void;
  /** Whether these are agents that the user keeps: their cards offer to deploy them. */
  isKept: boolean;
}

interface ResultsProps extends CardActions {
  view: SearchView;
  onClear: () => void;
}

export function Results({ view, onClear, ...actions }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  const lateKey = useLateKey(view);
  const keptFocus = useKeptFocus(list, lateKey);
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
  if (!view.results) {
    const fields = ['name', 'description'] as const satisfies (keyof Listing)[];
    return <CardSkeletons label={shared('loading')} picture footerLines={2} fields={fields} />;
  }
  const { filter, pages } = view.results;
  if (actions.isKept && view.results.total === 0) {
    return (
      <EmptyState
        icon={<Icon name={filter.kept === 'installed' ? 'download' : 'favorite'} size={20} />}
        title={t(filter.kept === 'installed' ? 'noneInstalled' : 'noFavorites')}
        description={t(filter.kept === 'installed' ? 'noneInstalledHint' : 'noFavoritesHint')}
        action={<Button onClick={onClear}>{shared('browseAll')}</Button>}
      />
    );
  }
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
    <Stack ref={list} gap="lg" {...keptFocus}>
      {pages.map((listings, index) => {
        const from = 1 + pages.slice(0, index).flat().length;
        const to = from - 1 + listings.length;
        return listings.length === 0 ? null : (
          <ResultsPage
            key={`${String(lateKey)} ${String(from)}`}
            {...actions}
            filter={filter}
            listings={listings}
            label={pages.length > 1 ? t('resultsPage', { from, to }) : undefined}
            isBusy={view.isStale && index === 0}
          />
        );
      })}
      <MoreResults more={view.more} pages={list} />
    </Stack>
  );
}

interface ResultsPageProps extends CardActions {
  /** The filter that produced the listings. */
  filter: Filter;
  listings: readonly Listing[];
  /** The range of results on this page, when there are several pages. */
  label: string | undefined;
  isBusy: boolean;
}

/** Memoized: rendering 48 cards is expensive, so a keystroke in the search box must not re-render them. */
const ResultsPage = memo(function ResultsPage({ listings, label, isBusy, ...card }: ResultsPageProps) {
  const { ref, placeholderHeight } = useVirtualizedPage(listings);
  const rows = useTopRowsFirst(listings);
  return (
    <Stack
      ref={ref}
      minHeight={placeholderHeight === undefined ? undefined : `${String(placeholderHeight)}px`}
    >
      {placeholderHeight === undefined && (
        <Grid as="ul" role="list" aria-label={label} busy={isBusy}>
          {rows.map((listing) => (
            <li key={listing.agent_id} data-agent={listing.agent_id}>
              <ListingCard {...card} listing={listing} />
            </li>
          ))}
        </Grid>
      )}
    </Stack>
  );
});

/** About one screen of cards; divisible by 1, 2, 3 and 4, so every grid width gets full rows. */
const TOP_CARDS = 12;

/** Renders the first rows of new results at once, and the rest after the browser has painted them. */
function useTopRowsFirst(listings: readonly Listing[]): readonly Listing[] {
  const deferred = useDeferredValue(listings);
  if (deferred === listings) return listings;
  const top = listings.slice(0, TOP_CARDS);
  const ids = new Set(top.map(({ agent_id }) => agent_id));
  return [...top, ...deferred.slice(TOP_CARDS).filter(({ agent_id }) => !ids.has(agent_id))];
}

/** Fetch the next page when its place is within one and a half viewport heights. */
const PREFETCH_MARGIN = '150% 0px';

/** The end of the results. Scrolling near it loads the next page; so does its button. */
function MoreResults({ more, pages }: { more: MorePages; pages: RefObject<HTMLElement | null> }) {
  const { hasMore, hasFailed, isFetching, fetch } = more;
  const end = useRef<HTMLDivElement>(null);
  const handlePress = useFocusOnMore(more, pages, end);
  const isWaiting = hasMore && !hasFailed && !isFetching;

  useEffect(() => {
    if (!isWaiting || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetch();
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  });

  if (!hasMore) return null;
  return (
    <div ref={end} tabIndex={-1}>
      {hasFailed ? (
        <Notice
          tone="warning"
          action={
            <Button size="sm" busy={isFetching} onClick={handlePress}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('moreFailed')}
        </Notice>
      ) : isFetching ? (
        <CardSkeletons count={3} label={t('loadingMore')} picture footerLines={2} />
      ) : (
        <Stack align="center">
          <Button onClick={handlePress}>{t('showMore')}</Button>
        </Stack>
      )}
    </div>
  );
}
