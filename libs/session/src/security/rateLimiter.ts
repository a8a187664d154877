/** A rate limiter with a sliding window for each identifier. */
import { hashOf } from './hash';

export interface RateLimit {
  attempts: number;
  /** Milliseconds. */
  window: number;
}

const MINUTE = 60_000;

export const defaultLimit: RateLimit = { attempts: 5, window: 15 * MINUTE };

/** Stores the times of attempts, in milliseconds since 1970. */
export interface AttemptStore {
  read(hash: string): number[];
  /** Times before `forgetBefore` are no longer needed, for any hash. */
  write(hash: string, times: readonly number[], forgetBefore: number): void;
}

export interface RateLimiter {
  /** Counts an attempt. Returns false when the limit is exceeded. */
  attempt(identifier: string, limit?: RateLimit): Promise<boolean>;
  /** When the next attempt is allowed, in milliseconds since 1970, or undefined if it is allowed now. */
  freeAt(identifier: string, limit?: RateLimit): Promise<number | undefined>;
  /** Forgets the attempts of an identifier. */
  clear(identifier: string): Promise<void>;
}

export function createRateLimiter(store: AttemptStore, now: () => number = () => Date.now()): RateLimiter {
  const recentOf = (hash: string, window: number, time: number) =>
    store.read(hash).filter((past) => past > time - window && past <= time);

  return {
    async attempt(identifier, { attempts, window } = defaultLimit) {
      const hash = await hashOf(identifier);
      const time = now();
      const recent = recentOf(hash, window, time);
      if (recent.length >= attempts) return false;
      store.write(hash, [...recent, time], time - window);
      return true;
    },
    async freeAt(identifier, { attempts, window } = defaultLimit) {
      const recent = recentOf(await hashOf(identifier), window, now()).sort((a, b) => a - b);
      const oldest = recent.at(-attempts);
      return oldest === undefined ? undefined : oldest + window;
    },
    async clear(identifier) {
      store.write(await hashOf(identifier), [], now() - defaultLimit.window);
    },
  };
}
