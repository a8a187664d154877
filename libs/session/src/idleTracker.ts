/** Logs a warning when the user has been idle for hours. It does not sign the user out. */
import { log } from '@slipway/log';
import { readLastSeen } from './activity';

const CHECK_INTERVAL = 10 * 60 * 1000;
const IDLE_AFTER = 4 * 60 * 60 * 1000;

/** Checks every ten minutes until the returned function is called, and logs each absence once. */
export function startIdleTracker(): () => void {
  let reported: number | undefined;
  const timer = setInterval(() => {
    const seen = readLastSeen();
    if (seen === reported || Date.now() - seen < IDLE_AFTER) return;
    reported = seen;
    log.warn('no activity for four hours');
  }, CHECK_INTERVAL);
  return () => {
    clearInterval(timer);
  };
}
