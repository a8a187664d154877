/** Requests per minute for each key, address and user, counted in this process. The database enforces the plan's quota. */
import { createRateLimiter } from '@slipway/server';
import { ApiProblem } from './apiProblem';

/** Requests per minute. */
export interface Rates {
  /** For an API key whose owner set no rate. */
  key: number;
  /** With invalid keys, from one address. */
  wrongKey: number;
  /** Previews of one signed-in user. */
  user: number;
  /** Previews of visitors at one address. */
  visitor: number;
}

export const defaultRates: Rates = { key: 600, wrongKey: 60, user: 30, visitor: 10 };

export interface RateLimits {
  /** Counts a request. @throws `ApiProblem` 429 with the time to wait */
  take(rate: keyof Rates, subject: string, perMinute?: number | null): Promise<void>;
  /** Counts nothing. @throws `ApiProblem` 429 when the next request would be rejected */
  check(rate: keyof Rates, subject: string): Promise<void>;
}

const messages: Readonly<Record<keyof Rates, string>> = {
  key: 'Rate limit of this API key exceeded',
  wrongKey: 'Too many requests with invalid API keys from your address',
  user: 'Too many previews',
  visitor: 'Too many previews from your address. Sign in for a higher limit',
};

export function createRateLimits(rates: Rates): RateLimits {
  const limiter = (rate: keyof Rates) => createRateLimiter({ limit: rates[rate], seconds: 60 });
  const limiters = {
    key: limiter('key'),
    wrongKey: limiter('wrongKey'),
    user: limiter('user'),
    visitor: limiter('visitor'),
  };
  const assertNoWait = (rate: keyof Rates, retryAfter: number) => {
    if (retryAfter === 0) return;
    throw new ApiProblem(429, `${messages[rate]}. Try again in ${String(retryAfter)} s`, { retryAfter });
  };

  return {
    async take(rate, subject, perMinute) {
      assertNoWait(rate, await limiters[rate].take(subject, perMinute ?? undefined));
    },
    async check(rate, subject) {
      assertNoWait(rate, await limiters[rate].check(subject));
    },
  };
}
