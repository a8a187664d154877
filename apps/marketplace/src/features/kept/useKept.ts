/** The user's kept agents as search results: all are read at once, and filtered on the page. */
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@slipway/session';
import { keptQueries } from '../../data/kept';
import { matchListings } from '../../data/matchListings';
import type { Filter, SearchResults } from '../../data/search';
import type { SearchView } from '../search/useSearchResults';

const noMore = { hasMore: false, isFetching: false, hasFailed: false, fetch: () => undefined };

/** Undefined if the filter is for all agents, and for visitors, who keep none. */
export function useKept(filter: Filter): SearchView | undefined {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const kind = filter.kept === 'any' ? 'installed' : filter.kept;
  const isAsked = filter.kept !== 'any' && session.status !== 'signed-out';
  const { data, isError, isFetching, refetch } = useQuery({
    ...keptQueries.listings(kind, user?.id ?? ''),
    // Without a second factor that is due, the server rejects it.
    enabled: isAsked && user !== undefined && user.dueFactor === undefined,
  });
  if (!isAsked) return undefined;
  const results: SearchResults | undefined = data && {
    filter,
    pages: [matchListings(data, filter)],
    total: data.length,
  };
  return {
    ...{ results, isFetching, isSample: false, isStale: false, hasFailed: isError && !data },
    retry: () => void refetch(),
    more: noMore,
  };
}
