/**
 * Limits callers whose statements time out or delay other networks: each such statement kept the embedded database busy
 * for seconds. After a few, the data API rejects the caller's requests for some minutes, including those that already
 * wait for the database.
 */
import { createRateLimiter } from '@slipway/server';
import type { CurrentRequest } from '../lite/currentRequest';
import type { Rates } from './authRates';
import type { Caller } from './callers';

export interface TimeoutLimits {
  /** Returns 0, or the seconds to wait, without counting a request. */
  check(caller: Caller): Promise<number>;
  /** Counts a request whose statement timed out, or delayed others. */
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
