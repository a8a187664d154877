/**
 * Limits of reads of the REST surface, and of requests to the auth service without a separate limit, before the
 * database is asked.
 */
import { createRateLimiter } from '@slipway/server';
import type { Rates } from './authRates';
import type { Caller } from './callers';

export interface ReadLimits {
  /** Counts a read. Returns 0, or the seconds to wait. */
  take(caller: Caller): Promise<number>;
}

export function createReadLimits(rates: Pick<Rates, 'read' | 'addressRead'>): ReadLimits {
  const ofUser = createRateLimiter({ limit: rates.read.burst, seconds: rates.read.period });
  const ofAddress = createRateLimiter({ limit: rates.addressRead.burst, seconds: rates.addressRead.period });
  return { take: ({ key, isUser }) => (isUser ? ofUser : ofAddress).take(key) };
}
