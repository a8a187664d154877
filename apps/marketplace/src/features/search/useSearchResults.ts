/**
 * What the marketplace shows: the live listings, or the bundled samples while the backend cannot be reached.
 * A search keeps the former results until its own are there; the samples give way by themselves.
 */
import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import type { Catalogue, Filter } from '../../data/search';
import { listingQueries } from '../../data/listings';

const LOOK_AGAIN_MS = 10_000;

export interface SearchView {
  /** Undefined while there is nothing to show. */
  catalogue: Catalogue | undefined;
  isSample: boolean;
  /** What is shown is not yet the answer to what was asked. */
  isStale: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  retry: () => void;
  more: MorePages;
}

/** What follows the pages that are there. */
export interface MorePages {
  hasMore: boolean;
  isFetching: boolean;
  hasFailed: boolean;
  fetch: () => void;
}

const isUnavailable = (error: unknown) => isAppError(error) && error.code === 'unavailable';

export function useSearchResults(filter: Filter): SearchView {
  const [isSample, setSample] = useState(false);
  const live = useInfiniteQuery({
    ...listingQueries.search(filter),
    placeholderData: keepPreviousData,
    refetchInterval: isSample ? LOOK_AGAIN_MS : false,
  });
  const samples = useQuery({
    ...listingQueries.samples(filter),
    placeholderData: keepPreviousData,
    enabled: isSample,
  });

  // Only an outcome changes what is shown: while a question is open, the answer to the last one stands.
  const hasAnswer = live.isSuccess && !live.isPlaceholderData;
  const outcome = live.isError
    ? live.data === undefined && isUnavailable(live.error)
    : hasAnswer
      ? false
      : isSample;
  if (outcome !== isSample) setSample(outcome);

  const shown = isSample ? samples : live;
  return {
    catalogue: shown.data,
    isSample,
    isStale: shown.isPlaceholderData,
    hasFailed: shown.isError && shown.data === undefined,
    isFetching: live.isFetching,
    retry: () => void live.refetch(),
    more: {
      // Old results lead nowhere while new ones are under way.
      hasMore: !isSample && !shown.isPlaceholderData && live.hasNextPage,
      isFetching: live.isFetchingNextPage,
      hasFailed: live.isFetchNextPageError,
      fetch: () => void live.fetchNextPage({ cancelRefetch: false }),
    },
  };
}
