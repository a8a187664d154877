/**
 * A circuit breaker: after repeated failures in a row, requests fail at once for a while, so that callers of an endpoint
 * that is down do not each wait for its time limit. Then one request tries it again.
 */
import { ApiProblem } from '../apiProblem';

export interface CircuitBreakerOptions {
  /** Whether an error means that the endpoint is down; undefined if it allows no conclusion, such as an abort. */
  isDown: (error: unknown) => boolean | undefined;
  /** Failures in a row that open the circuit. */
  threshold?: number;
  /** Milliseconds until a request is tried again. */
  pause?: number;
}

export interface CircuitBreaker {
  /** Runs `work`, or fails while the circuit is open. @throws `ApiProblem` 503 with the time to wait */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createCircuitBreaker({
  isDown,
  threshold = 5,
  pause = 15_000,
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    async run(work) {
      const now = Date.now();
      if (failures >= threshold) {
        if (now < openUntil) {
          throw new ApiProblem(503, 'The model is unavailable. Try again later', {
            retryAfter: (openUntil - now) / 1000,
          });
        }
        // This request is the trial; others fail until it ends.
        openUntil = now + pause;
      }
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        const isFailure = isDown(error);
        if (isFailure) {
          failures += 1;
          openUntil = Date.now() + pause;
        } else if (isFailure === false) {
          failures = 0;
        }
        throw error;
      }
    },
  };
}
