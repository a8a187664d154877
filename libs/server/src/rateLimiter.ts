/**
 * Rate limits in this process's memory. Each key has a window that starts with its first request, and expires with it,
 * so that memory is bounded by the requests of one window.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimiter {
  /** Counts a request. Returns 0, or the seconds to wait when it is over `limit`. */
  take(key: string, limit?: number): Promise<number>;
  /** Counts nothing. Returns 0, or the seconds to wait when the next request would be over the limit. */
  check(key: string): Promise<number>;
  /** Undoes one `take`, for a request that turned out not to count. */
  giveBack(key: string): Promise<void>;
}

/** `limit` requests per `seconds` for each key; `take` accepts another limit for one key. */
export function createRateLimiter({ limit, seconds }: { limit: number; seconds: number }): RateLimiter {
  // The library's own limit stays open, because `take` may be given another one for each key.
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  const waitOf = (count: RateLimiterRes | null, most: number) =>
    count && count.consumedPoints > most ? Math.max(1, Math.ceil(count.msBeforeNext / 1000)) : 0;
  return {
    take: async (key, most = limit) => waitOf(await counter.consume(key), most),
    check: async (key) => waitOf(await counter.get(key), limit - 1),
    giveBack: async (key) => void (await counter.reward(key)),
  };
}
