/** Tries to load code again after a failed request. */
import { isAppError } from '@slipway/contracts';
import { LoadFailure, textOf } from './loadFailure';

const RETRY_AFTER_MS = 400;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Retries once, then again while each attempt fails on a different file: a browser returns a failed preload to the next
 * request for that file, so each file may fail once more.
 */
export async function retryWithProgress<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const failures = new Set<string>();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const failure = textOf(error);
      const isFinal =
        error instanceof LoadFailure || (isAppError(error) && error.code !== 'slice_unreachable');
      if (isFinal || failures.has(failure)) throw error;
      if (failures.size === 0) await wait(RETRY_AFTER_MS);
      failures.add(failure);
    }
  }
}
