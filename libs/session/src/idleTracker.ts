/** Says on the console that nobody has been here for long. It signs nobody out. */
import { readLastSeen } from './activity';
import { log } from '@slipway/log';

const LOOK_EVERY = 10 * 60 * 1000;
const IDLE_AFTER = 4 * 60 * 60 * 1000;

/** Looks every ten minutes until the returned function is called; tells of each absence once. */
export function startIdleTracker(): () => void {
  let toldOf: number | undefined;
  const timer = setInterval(() => {
    const seen = readLastSeen();
    if (seen === toldOf || Date.now() - seen < IDLE_AFTER) return;
    toldOf = seen;
    log.warn('nobody has been active for four hours');
  }, LOOK_EVERY);
  return () => {
    clearInterval(timer);
  };
}
