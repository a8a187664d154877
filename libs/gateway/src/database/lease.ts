/** A lease of places of a quota, as this process knows it: `leases.ts` asks the database for it. */
import { randomUUID } from 'node:crypto';

/** Milliseconds in which new calls may take places of a lease. */
export const USABLE = 5_000;
/** Milliseconds after which, or share of the places below which, the next call refreshes a lease, so that none waits for it. */
const REFRESH_AFTER = USABLE / 2;
const LOW = 1 / 4;

/** The lease that a call's place belongs to; null if calls are not counted. */
export interface Place {
  lease: string | null;
  keyId: string;
}

export interface LeaseKey {
  keyId: string;
  deploymentId: string;
  owner: string;
  /** Seconds that a call may need. */
  seconds: number;
}

export interface Lease extends LeaseKey {
  id: string;
  free: number;
  usableUntil: number;
  /** When the next call refreshes the lease: at a time, or with so few free places. */
  refreshAt: number;
  refreshBelow: number;
  isCounted: boolean;
  used: number;
  lastUse: number;
  scarceUntil: number;
}

export const newLease = (key: LeaseKey): Lease => ({
  ...{ ...key, id: randomUUID(), free: 0, usableUntil: 0, isCounted: true },
  ...{ used: 0, lastUse: performance.now(), scarceUntil: 0 },
  ...{ refreshAt: Number.POSITIVE_INFINITY, refreshBelow: 0 },
});

/** Starts a new lease when the outcome of a request is unknown. The places of the old one expire. */
export function renew(lease: Lease): void {
  lease.id = randomUUID();
  lease.free = 0;
  lease.usableUntil = 0;
}

export function takeFree(lease: Lease): Place | undefined {
  const now = performance.now();
  if (lease.free <= 0 || lease.usableUntil <= now) return undefined;
  if (lease.lastUse < now) lease.lastUse = now;
  lease.used += 1;
  lease.free -= 1;
  return { lease: lease.isCounted ? lease.id : null, keyId: lease.keyId };
}

/** Adds what the database gave at a request of the time `asked`. */
export function addPlaces(
  lease: Lease,
  { is_counted, places }: { is_counted: boolean; places: number },
  asked: number,
): void {
  lease.isCounted = is_counted;
  // Without a quota, nothing is counted until the plan is read again.
  lease.free = is_counted ? lease.free + places : Number.MAX_SAFE_INTEGER;
  lease.usableUntil = asked + USABLE;
  lease.refreshAt = asked + REFRESH_AFTER;
  lease.refreshBelow = is_counted ? Math.floor(lease.free * LOW) : 0;
  lease.used = 0;
}

/** True once per lease: otherwise each rejected call would run a statement. */
export const isDue = (lease: Lease): boolean =>
  lease.refreshAt <= performance.now() || lease.free < lease.refreshBelow;

export function stopRefreshing(lease: Lease): void {
  lease.refreshAt = Number.POSITIVE_INFINITY;
  lease.refreshBelow = 0;
}
