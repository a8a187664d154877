/**
 * The search results: live listings, or the bundled samples while the backend is unreachable.
 * Previous results stay until new ones arrive. Live listings replace the samples as soon as the backend responds.
 */
import { useEffect, useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { listingQueries, loadSamples } from '../../data/listings';
import type { Filter, SearchResults } from '../../data/search';
import { useMayRead } from '../session/useMayRead';

const LIVE_RETRY_MS = 10_000;
const IDLE_FALLBACK_MS = 2_000;

/** Calls `work` once the page is idle, unless the returned function is called before. */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, IDLE_FALLBACK_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  const id = requestIdleCallback(work);
  return () => {
    cancelIdleCallback(id);
  };
}

export interface SearchView {
  /** Undefined while there is nothing to show. */
  results: SearchResults | undefined;
  isSample: boolean;
  /** The results belong to the previous filter. */
  isStale: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  retry: () => void;
  more: MorePages;
}

/** The pages after those in `results`. */
export interface MorePages {
  hasMore: boolean;
  isFetching: boolean;
  hasFailed: boolean;
  fetch: () => void;
}

const isUnavailable = (error: unknown) => isAppError(error) && error.code === 'unavailable';

/** `isShown`: whether the page shows these results. */
export function useSearchResults(filter: Filter, isShown = true): SearchView {
  const [isSample, setSample] = useState(false);
  const mayRead = useMayRead();
  const live = useInfiniteQuery({
    ...listingQueries.search(filter),
    placeholderData: keepPreviousData,
    enabled: isShown && mayRead,
    refetchInterval: isSample ? LIVE_RETRY_MS : false,
  });
  const samples = useQuery({
    ...listingQueries.samples(filter),
    placeholderData: keepPreviousData,
    enabled: isSample,
  });

  // Load the samples early: when they are needed, there may be no network.
  useEffect(() => whenIdle(() => void loadSamples().catch(() => undefined)), []);

  // Switch only when a request has succeeded or failed. While one is pending, keep what is on screen.
  const hasSucceeded = live.isSuccess && !live.isPlaceholderData;
  const showsSample = live.isError
    ? live.data === undefined && isUnavailable(live.error)
    : hasSucceeded
      ? false
      : isSample;
  if (showsSample !== isSample) setSample(showsSample);

  const shown = isSample ? samples : live;
  return {
    results: shown.data,
    isSample,
    isStale: shown.isPlaceholderData,
    hasFailed: shown.isError && shown.data === undefined,
    isFetching: live.isFetching,
    retry: () => void live.refetch(),
    more: {
      // Stale results offer no further pages: those would belong to the previous filter.
      hasMore: !isSample && !shown.isPlaceholderData && live.hasNextPage,
      isFetching: live.isFetchingNextPage,
      hasFailed: live.isFetchNextPageError,
      fetch: () => void live.fetchNextPage({ cancelRefetch: false }),
    },
  };
}
