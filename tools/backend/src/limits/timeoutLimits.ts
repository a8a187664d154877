/**
 * Limits of statements that end at their timeout, or kept other networks waiting for long: each had the embedded database
 * for itself for seconds. After a few, the data API rejects the requests of this caller for a while, also those that wait
 * for the database already.
 */
import { createRateLimiter } from '@slipway/server';
import type { CurrentRequest } from '../lite/currentRequest';
import type { Rates } from './authRates';
import type { Caller } from './callers';

export interface TimeoutLimits {
  /** Returns 0, or the seconds to wait. Counts nothing. */
  check(caller: Caller): Promise<number>;
  /** Counts a request whose statement ended at its timeout, or kept others waiting. */
  count(caller: Caller, request: CurrentRequest | undefined): Promise<void>;
}

/** A read whose client disconnected was canceled with the same code. PostgreSQL says which it was. */
const hasTimedOut = ({ databaseError, signal }: CurrentRequest) => {
  const { code, message } = (databaseError ?? {}) as { code?: unknown; message?: unknown };
  return code === '57014' && (!signal?.aborted || message === 'canceling statement due to statement timeout');
};

export function createTimeoutLimits({ timeout }: Pick<Rates, 'timeout'>): TimeoutLimits {
  const { check, take } = createRateLimiter({ limit: timeout.burst, seconds: timeout.period });
  return {
    check: ({ key }) => check(key),
    async count({ key }, request) {
      if (request && (request.isSlow || hasTimedOut(request))) await take(key);
    },
  };
}
