/** What happened in this tab that security cares about: the latest 100 entries, in session storage. */

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

export function readSecurityLog(): SecurityEntry[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? (value as SecurityEntry[]) : [];
  } catch {
    return []; // not ours
  }
}

/** Adds an entry. `details` holds no address, no password and no payload. */
export function logSecurityEvent(type: SecurityEventType, details: Record<string, string> = {}): void {
  const entry: SecurityEntry = {
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    type,
    details,
  };
  sessionStorage.setItem(KEY, JSON.stringify([...readSecurityLog(), entry].slice(-KEPT)));
}

/** As much of an address as a log may hold. */
export const truncatedEmail = (email: string) => `${email.slice(0, 3)}***`;
