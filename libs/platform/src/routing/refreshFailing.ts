/**
 * Tells when the auth client fails to renew the session. It repeats a failed request for half a minute, first after 200 ms, then
 * each time after twice as long, and only then the check of the session fails.
 */
import { onRequest } from '@slipway/data';
import { createEmitter } from '@slipway/state';

/** Requests in a row. The fifth is sent after three seconds, because the first four have failed. */
const FAILING_AFTER = 5;

/** Milliseconds: more than the client waits between two of them. */
const PAUSE = 15_000;

let count = 0;
let latest = 0;
const failing = createEmitter();

onRequest((path) => {
  if (!path.endsWith('/token')) return;
  count = Date.now() - latest < PAUSE ? count + 1 : 1;
  latest = Date.now();
  if (count >= FAILING_AFTER) failing.emit();
});

/** Calls `listener` with each request after the fourth that has failed. Returns the unsubscribe function. */
export const onRefreshFailing = failing.subscribe;
