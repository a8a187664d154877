/** The cache and retry policy of every query and mutation. */
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ErrorCode, isAppError } from '@slipway/contracts';

/** Temporary errors. A retry does not help with the others. A rejected token has been renewed, unless its session has ended. */
const transientCodes: ReadonlySet<ErrorCode> = new Set(['unavailable', 'unexpected', 'unauthenticated']);

const isTransient = (error: unknown) => !isAppError(error) || transientCodes.has(error.code);

/** 300 ms, then 900 ms, each plus up to a third: an error is on screen within five seconds. */
const retryDelay = (attempt: number) => 300 * 3 ** attempt * (1 + Math.random() / 3);

/**
 * Offline, requests fail and the page reports it. React Query's default would pause them until the network is back,
 * with the page in its loading state.
 */
const networkMode = 'always';

/**
 * `onFailure` is called once for every query and mutation that failed after its retries. `beforeMutation` is awaited
 * before each mutation: the button has time to show that it is running.
 */
export const createQueryClient = (
  onFailure: (error: Error) => void = () => undefined,
  beforeMutation: () => Promise<void> = () => Promise.resolve(),
) => {
  // React Query assumes a network until an event reports that it is lost. A page that was opened offline gets no such
  // event, and its queries would not resume.
  if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false);
  const mutationCache: MutationCache = new MutationCache({
    onMutate: beforeMutation,
    onError(error, _variables, _context, mutation) {
      onFailure(error);
      // The session has ended and the cache was cleared. The page reports that, so the mutation's own error handler must not
      // run: return a promise that never resolves.
      const isOver = isAppError(error) && error.code === 'unauthenticated';
      return isOver && !mutationCache.getAll().some((each) => each === mutation)
        ? new Promise(() => undefined)
        : undefined;
    },
  });
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache,
    defaultOptions: {
      queries: {
        networkMode,
        // Off by default in this mode. Queries that failed or are stale are fetched again when the network is back.
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay,
      },
      // A mutation may have reached the server: only the user decides to send it again.
      mutations: { networkMode, retry: false },
    },
  });
};
