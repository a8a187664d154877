/**
 * Detects that the auth client fails to renew the session. It retries for half a minute, after 200 ms and then each
 * time after twice as long, and only then does the check of the session fail.
 */
import { onRequest } from '@slipway/data';
import { createEmitter } from '@slipway/state';

/** Consecutive requests. The fifth is sent after three seconds, when the first four have failed. */
const FAILING_AFTER = 5;

/** Milliseconds: longer than the client waits between two retries. */
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

/** Calls `listener` for each request after four failed ones. Returns the unsubscribe function. */
export const onRefreshFailing = failing.subscribe;
