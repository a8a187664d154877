/** How often one key, one address and one person may ask, in this process. The plan's quota is the database's. */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Problem } from './problem';

/** Requests a minute. */
export interface Rates {
  /** Of a key whose owner set no rate. */
  key: number;
  /** With keys that open nothing, from one address. */
  wrongKey: number;
  /** Previews of one person. */
  person: number;
  /** Previews of visitors at one address. */
  visitor: number;
}

export const defaultRates: Rates = { key: 600, wrongKey: 60, person: 30, visitor: 10 };

export interface Limits {
  /** Counts a request. @throws `Problem` 429 with the time to wait */
  take(rate: keyof Rates, who: string, perMinute?: number | null): Promise<void>;
  /** Whether the next one would be refused; counts nothing. @throws the same */
  check(rate: keyof Rates, who: string): Promise<void>;
}

const tooMany: Readonly<Record<keyof Rates, string>> = {
  key: 'This key has made its requests for this minute',
  wrongKey: 'Too many keys that open nothing came from your address',
  person: 'You tried agents often in this minute',
  visitor: 'Agents were tried often from your address in this minute. Sign in to try more',
};

export function createLimits(rates: Rates): Limits {
  // Each counts on without an end of its own, because a key's rate is its owner's to set.
  const counter = (keyPrefix: string) =>
    new RateLimiterMemory({ keyPrefix, points: Number.MAX_SAFE_INTEGER, duration: 60 });
  const counters: Readonly<Record<keyof Rates, RateLimiterMemory>> = {
    key: counter('key'),
    wrongKey: counter('wrongKey'),
    person: counter('person'),
    visitor: counter('visitor'),
  };

  const refuseAbove = (rate: keyof Rates, limit: number, count: RateLimiterRes | null) => {
    if (!count || count.consumedPoints <= limit) return;
    const retryAfter = Math.ceil(count.msBeforeNext / 1000);
    throw new Problem(429, `${tooMany[rate]}. Try again in ${String(retryAfter)} s`, { retryAfter });
  };

  return {
    async take(rate, who, perMinute) {
      refuseAbove(rate, perMinute ?? rates[rate], await counters[rate].consume(who));
    },
    async check(rate, who) {
      refuseAbove(rate, rates[rate] - 1, await counters[rate].get(who));
    },
  };
}
