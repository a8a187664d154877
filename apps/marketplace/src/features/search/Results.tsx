/** The results: loading, failed, empty, or pages of cards that load as the visitor scrolls. */
import { type RefObject, useEffect, useRef } from 'react';
import { Button, CardSkeletons, EmptyState, ErrorState, Icon, Notice, Stack } from '@slipway/design-system';
import type { Listing } from '../../data/search';
import type { SearchView, MorePages } from './useSearchResults';
import { t as shared } from '../../messages';
import { t } from './messages';
import { type CardActions, GROUP, ResultsPage } from './ResultsPage';
import { useFocusOnMore } from './useFocusOnMore';
import { useKeptFocus } from './useKeptFocus';
import { useLateKey } from './useLateKey';

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
        return listings.length === 0 ? null : (
          <ResultsPage
            key={`${String(lateKey)} ${String(from)}`}
            {...actions}
            filter={filter}
            listings={listings}
            from={from}
            isLabeled={pages.length > 1 || listings.length > GROUP}
            isBusy={view.isStale && index === 0}
          />
        );
      })}
      <MoreResults more={view.more} pages={list} />
    </Stack>
  );
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
