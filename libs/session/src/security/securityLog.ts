/**
 * This tab's security events: the latest 100, in session storage. Each is also sent to the server's audit log and to
 * the listeners that show alerts.
 */
import { createBufferedEmitter, createStoredValue, json } from '@slipway/state';
import { recordAudit } from './auditLog';

/** The kind of a security event. */
export type SecurityEventType =
  | 'rate_limit_exceeded'
  | 'suspicious_activity'
  | 'authentication_failed'
  | 'xss_attempt'
  | 'invalid_input';

export interface SecurityEntry {
  id: string;
  /** ISO-8601 UTC. */
  timestamp: string;
  type: SecurityEventType;
  details: Record<string, string>;
}

const MAX_ENTRIES = 100;

const stored = createStoredValue(
  () => sessionStorage,
  'security_logs',
  json((value): readonly SecurityEntry[] => (Array.isArray(value) ? (value as SecurityEntry[]) : [])),
);

const added = createBufferedEmitter<[type: SecurityEventType]>();

/** Calls a listener at each security event of this tab. Returns the function that removes it. */
export const onSecurityEvent = added.subscribe;

/** Oldest first. */
export const readSecurityLog = (): readonly SecurityEntry[] => stored.get();

export const clearSecurityLog = (): void => {
  stored.remove();
};

/** Adds an entry. `details` must not contain an email address, a password or the rejected text. */
export function logSecurityEvent(type: SecurityEventType, details: Record<string, string> = {}): void {
  const entry: SecurityEntry = {
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    type,
    details,
  };
  stored.set([...stored.get(), entry].slice(-MAX_ENTRIES));
  recordAudit(type, details);
  added.emit(type);
}

/** The part of an email address that a log may contain. */
export const truncatedEmail = (email: string) => `${email.slice(0, 3)}***`;
