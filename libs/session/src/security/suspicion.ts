/** Looks for what is unusual, and says so: at most once in five minutes, and nobody is stopped. */
import { readFailures } from './authFailures';
import { readRequests } from './requests';
import { logSecurityEvent } from './securityLog';
import { suspicionsOf } from './suspicionRules';

const QUIET_FOR = 5 * 60 * 1000;

let quietUntil = 0;
const listeners = new Set<() => void>();

/** Calls `listener` when a person is to be told that something is unusual. */
export function onSuspicion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records what is unusual, and tells of it. `rule` says which one was broken. */
export function flag(rule: string): void {
  const now = Date.now();
  if (now < quietUntil) return;
  quietUntil = now + QUIET_FOR;
  logSecurityEvent('suspicious_activity', { rule });
  for (const listener of listeners) listener();
}

export function lookForSuspicion(): void {
  const [rule] = suspicionsOf({
    requests: readRequests(),
    userAgent: navigator.userAgent,
    failures: readFailures(),
    now: Date.now(),
  });
  if (rule) flag(rule);
}
