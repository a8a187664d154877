/**
 * What happened in this tab that security cares about: the latest 100 entries, in session storage. Each also goes to
 * the audit log, and to whoever shows alerts.
 */
import { recordAudit } from './auditLog';
import { readStored, writeStored } from './stored';

export type SecurityEventType =
  'rate_limit_exceeded' | 'suspicious_activity' | 'authentication_failed' | 'xss_attempt' | 'invalid_input';

export interface SecurityEntry {
  id: string;
  /** ISO-8601 UTC. */
  timestamp: string;
  type: SecurityEventType;
  details: Record<string, string>;
}

const KEY = 'security_logs';
const KEPT = 100;

const listeners = new Set<(type: SecurityEventType) => void>();

export function onSecurityEvent(listener: (type: SecurityEventType) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readSecurityLog = (): SecurityEntry[] =>
  readStored(sessionStorage, KEY, (value) => (Array.isArray(value) ? (value as SecurityEntry[]) : []));

export const clearSecurityLog = (): void => {
  sessionStorage.removeItem(KEY);
};

/** Adds an entry. `details` holds no address, no password and no payload. */
export function logSecurityEvent(type: SecurityEventType, details: Record<string, string> = {}): void {
  const entry: SecurityEntry = {
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    type,
    details,
  };
  writeStored(sessionStorage, KEY, [...readSecurityLog(), entry].slice(-KEPT));
  recordAudit(type, details);
  for (const listener of listeners) listener(type);
}

/** As much of an address as a log may hold. */
export const truncatedEmail = (email: string) => `${email.slice(0, 3)}***`;
