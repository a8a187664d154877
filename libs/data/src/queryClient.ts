/** How reads are cached and retried, for every slice alike. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ErrorCode, isAppError } from '@slipway/contracts';

/** Trying again helps only where the next answer may differ. */
const transient: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['unavailable', 'unexpected']);

const isTransient = (error: unknown) => !isAppError(error) || transient.has(error.code);

/** 300 ms, then 900 ms, each up to a third longer: an error is on screen within five seconds. */
const delay = (attempt: number) => 300 * 3 ** attempt * (1 + Math.random() / 3);

/** `onFailure` hears of every read and every change that failed for good, once. */
export const createQueryClient = (onFailure: (error: Error) => void = () => undefined) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        // Fail while offline rather than wait for a connection: pages show the error and a retry.
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: delay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
