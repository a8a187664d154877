/**
 * Requests per minute of each address and user, counted in the database, so that all gateways share the limits. While
 * the database does not respond, this process counts its own. Keys are counted where the database looks them up.
 */
import { createRateLimiter, type RateLimiter } from '@slipway/server';
import { LRUCache } from 'lru-cache';
import { ApiProblem } from './apiProblem';
import type { GatewayStore } from './store';

/** Rate limits, in requests per minute. */
export interface Rates {
  /** For an API key whose owner set no rate. */
  key: number;
  /** With invalid keys, from one address; and as many with tokens that belong to no user. */
  wrongKey: number;
  /** Previews of one signed-in user. */
  user: number;
  /** Previews of visitors at one address. */
  visitor: number;
  /** Requests that only read, such as of the endpoint's page, from one address without a valid key. */
  read: number;
}

export const defaultRates: Rates = { key: 600, wrongKey: 60, user: 30, visitor: 10, read: 6000 };

export interface RateLimits {
  /** Requests per minute of a key whose owner set no rate. */
  keyDefault: number;
  /** Counts a request. @throws `ApiProblem` 429 with the time to wait */
  take(rate: Exclude<keyof Rates, 'key' | 'read'>, subject: string): Promise<void>;
  /** Reads of one address. In this process only: a shared counter would cost more than a read. */
  reads: Pick<RateLimiter, 'take' | 'giveBack'>;
  /** Tokens of one address that are not known to be a user's. In this process only: they end before the database. */
  sessions: Pick<RateLimiter, 'take' | 'giveBack'>;
  /**
   * Tokens that the database has accepted, by hash: other callers at the same address do not limit them. In this
   * process only.
   */
  accepted: Pick<LRUCache<string, AcceptedToken>, 'get' | 'set' | 'delete'>;
}

export interface AcceptedToken {
  /** Null for a token without a user, such as an earlier form of the public key. */
  userId: string | null;
}

/** Milliseconds: an access token lives for ten minutes. The database decides each time, also about these. */
const ACCEPTED_FOR = 600_000;
const MOST_ACCEPTED = 10_000;

const messages: Readonly<Record<keyof Rates | 'session', string>> = {
  key: 'Rate limit of this API key exceeded',
  wrongKey: 'Too many requests with invalid API keys from your address',
  user: 'Too many requests',
  visitor: 'Too many previews from your address. Sign in for a higher limit',
  read: 'Too many requests from your address',
  session: 'Too many rejected requests from your address',
};

/** @throws `ApiProblem` 429 if `retryAfter` is not 0 */
export function assertNoWait(rate: keyof typeof messages, retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new ApiProblem(429, `${messages[rate]}. Try again in ${String(retryAfter)} s`, { retryAfter });
}

const SECONDS = 60;

export function createRateLimits(rates: Rates, store: Pick<GatewayStore, 'takeRate'>): RateLimits {
  const limiter = (rate: keyof Rates) => createRateLimiter({ limit: rates[rate], seconds: SECONDS });
  const own = { wrongKey: limiter('wrongKey'), user: limiter('user'), visitor: limiter('visitor') };
  return {
    keyDefault: rates.key,
    reads: limiter('read'),
    sessions: limiter('wrongKey'),
    accepted: new LRUCache({ max: MOST_ACCEPTED, ttl: ACCEPTED_FOR }),
    async take(rate, subject) {
      // Check the own limit first, so that a flood costs the database nothing.
      assertNoWait(rate, await own[rate].take(subject));
      const shared = await store
        .takeRate({ subject: `${rate} ${subject}`.slice(0, 200), most: rates[rate], seconds: SECONDS })
        .catch(() => 0);
      assertNoWait(rate, shared);
    },
  };
}
