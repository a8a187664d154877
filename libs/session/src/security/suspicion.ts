/** Detects unusual activity and reports it at most once in five minutes. It never blocks the user. */
import { createBufferedEmitter } from '@slipway/state';
import { readFailures } from './authFailures';
import { readRequests } from './requests';
import { logSecurityEvent } from './securityLog';
import { suspicionsOf } from './suspicionRules';

const QUIET_PERIOD = 5 * 60 * 1000;

let quietUntil = 0;
/** Buffered: a request before the first render may be unusual. */
const reported = createBufferedEmitter();

/** Calls `listener` when the user should be warned. Returns the unsubscribe function. */
export const onSuspicion = reported.subscribe;

/** Logs a security event and notifies the listeners. `rule` names the rule that was broken. */
export function reportSuspicion(rule: string): void {
  const now = Date.now();
  if (now < quietUntil) return;
  quietUntil = now + QUIET_PERIOD;
  logSecurityEvent('suspicious_activity', { rule });
  reported.emit();
}

export function checkForSuspicion(): void {
  const [rule] = suspicionsOf({
    requests: readRequests(),
    userAgent: navigator.userAgent,
    failures: readFailures(),
    now: Date.now(),
  });
  if (rule) reportSuspicion(rule);
}
