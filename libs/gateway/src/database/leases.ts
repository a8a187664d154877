/**
 * Places of quotas in this process: for each key, calls take a place without a statement while some are left. A place is
 * reserved in the database until its call is recorded, or until the lease expires, so gateways never exceed a quota
 * together. Whatever becomes uncertain (a lost reply) is left to expire: the next places belong to a new lease. One file, because
 * taking, expiry and giving back depend on each other.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LeaseResult, leaseResult } from '../storeTypes';
import { createQueues, type Waiting } from './queues';
import { parsed, type Rpc } from './rpc';

/** Milliseconds in which new calls may take places of a lease. */
const USABLE = 5_000;
/** Milliseconds after which, or share of the places below which, the next call refreshes a lease, so that none waits for it. */
const REFRESH_AFTER = USABLE / 2;
const LOW = 1 / 4;
/** Milliseconds after which unused places are given back. */
const IDLE = 1_000;
const MOST_SPARE = 500;
/** Milliseconds between attempts while other gateways give back places. */
const RECALL_PAUSES = [30, 100];
/** Milliseconds without spare places after a recall. */
const SCARCE = 5_000;

/** Where a call's place is: null where calls are not counted. */
export interface Place {
  lease: string | null;
  keyId: string;
}
export type Rejection = Exclude<LeaseResult, { outcome: 'leased' | 'expired' }>;

export interface LeaseKey {
  keyId: string;
  deploymentId: string;
  owner: string;
  /** Seconds that a call may need. */
  seconds: number;
}

interface Lease extends LeaseKey {
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

export interface Leases {
  take(key: LeaseKey): Promise<Place | Rejection>;
  /** Gives back the place of a call that was not charged. */
  giveBack(place: Place): void;
  /** Gives back the places that an owner's calls do not need now. */
  recall(owner: string): Promise<void>;
  setLive(isLive: boolean): void;
  /** Gives back everything. */
  close(): Promise<void>;
}

/** `giveBackPlaces` must not be repeated after an error. */
export function createLeases(
  rpc: Rpc,
  giveBackPlaces: (lease: string, places: number) => Promise<void>,
): Leases {
  const leases = new Map<string, Lease>();
  let isLive = false;
  let timer: NodeJS.Timeout | undefined;

  const renew = (lease: Lease) => {
    lease.id = randomUUID();
    lease.free = 0;
    lease.usableUntil = 0;
  };

  const release = async (lease: Lease): Promise<void> => {
    const { id, free, isCounted } = lease;
    lease.free = 0;
    if (free === 0 || !isCounted) return;
    try {
      await giveBackPlaces(id, free);
    } catch {
      if (lease.id === id) renew(lease);
    }
  };

  const releaseIdle = () => {
    const now = performance.now();
    for (const [name, lease] of leases) {
      if (now - lease.lastUse < IDLE) continue;
      leases.delete(name);
      void release(lease);
    }
    if (leases.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const takeFree = (lease: Lease): Place | undefined => {
    const now = performance.now();
    if (lease.free <= 0 || lease.usableUntil <= now) return undefined;
    if (lease.lastUse < now) lease.lastUse = now;
    lease.used += 1;
    lease.free -= 1;
    return { lease: lease.isCounted ? lease.id : null, keyId: lease.keyId };
  };

  const ask = async (lease: Lease, waiting: number): Promise<Rejection | undefined> => {
    const asked = performance.now();
    const most = isLive && asked >= lease.scarceUntil ? Math.min(MOST_SPARE, lease.used * 2) : 0;
    const spare = Math.max(0, most - lease.free);
    const { id } = lease;
    let result: LeaseResult;
    try {
      result = parsed(
        'lease_calls',
        leaseResult,
        await rpc('value', 'lease_calls', {
          ...{ lease: id, deployment_id: lease.deploymentId, key_id: lease.keyId },
          ...{ waiting, spare, lease_seconds: lease.seconds + Math.ceil(USABLE / 1000) },
        }),
      );
    } catch (error) {
      renew(lease);
      throw error;
    }
    if (result.outcome === 'expired') {
      renew(lease);
      return ask(lease, waiting);
    }
    if (result.outcome !== 'leased') return result;
    lease.isCounted = result.is_counted;
    // Without a quota, nothing is counted until the plan is looked at again.
    lease.free = result.is_counted ? lease.free + result.places : Number.MAX_SAFE_INTEGER;
    lease.usableUntil = asked + USABLE;
    lease.refreshAt = asked + REFRESH_AFTER;
    lease.refreshBelow = result.is_counted ? Math.floor(lease.free * LOW) : 0;
    lease.used = 0;
    return undefined;
  };

  const serveFree = (lease: Lease, waiting: Waiting<Place | Rejection>[]) => {
    for (let free = takeFree(lease); free; free = waiting.length > 0 ? takeFree(lease) : undefined)
      waiting.shift()?.resolve(free);
  };

  /** Once for each lease that was given: a rejection must not become a statement for each call. */
  const isDue = (lease: Lease) => lease.refreshAt <= performance.now() || lease.free < lease.refreshBelow;
  const stopRefreshing = (lease: Lease) => {
    lease.refreshAt = Number.POSITIVE_INFINITY;
    lease.refreshBelow = 0;
  };

  const serve = async (lease: Lease, waiting: Waiting<Place | Rejection>[]) => {
    stopRefreshing(lease);
    if (waiting.length === 0) {
      await ask(lease, 0);
      return;
    }
    for (let attempt = 0; ;) {
      serveFree(lease, waiting);
      if (waiting.length === 0) return;
      // Free places that are no longer usable become usable with the later expiry of the lease.
      const rejection = await ask(lease, Math.max(0, waiting.length - lease.free));
      serveFree(lease, waiting);
      if (waiting.length === 0) return;
      if (!rejection) continue;
      const isRecalled = 'others' in rejection && (rejection.others ?? 0) > 0;
      const pause = isRecalled ? RECALL_PAUSES[attempt] : undefined;
      if (pause === undefined) {
        for (const one of waiting.splice(0)) one.resolve(rejection);
        return;
      }
      attempt += 1;
      await sleep(pause);
    }
  };

  const queues = createQueues<Place | Rejection>(async (name, waiting) => {
    const lease = leases.get(name);
    if (!lease) throw new Error('The lease is not known');
    lease.lastUse = Number.POSITIVE_INFINITY; // not idle
    try {
      await serve(lease, waiting);
    } finally {
      lease.lastUse = performance.now();
    }
  });

  return {
    take(key) {
      let lease = leases.get(key.keyId);
      if (!lease) {
        lease = {
          ...{ ...key, id: randomUUID(), free: 0, usableUntil: 0, isCounted: true },
          ...{ used: 0, lastUse: performance.now(), scarceUntil: 0 },
          ...{ refreshAt: Number.POSITIVE_INFINITY, refreshBelow: 0 },
        };
        leases.set(key.keyId, lease);
        timer ??= setInterval(releaseIdle, IDLE).unref();
      }
      const free = takeFree(lease);
      if (!free) return queues.wait(key.keyId);
      if (isDue(lease)) queues.refresh(key.keyId);
      return Promise.resolve(free);
    },
    giveBack({ lease: id, keyId }) {
      if (id === null) return;
      const lease = leases.get(keyId);
      if (lease?.id === id) lease.free += 1;
      else void giveBackPlaces(id, 1).catch(() => undefined); // it expires
    },
    async recall(owner) {
      const now = performance.now();
      const own = [...leases.values()].filter((lease) => lease.owner === owner);
      for (const lease of own) lease.scarceUntil = now + SCARCE;
      await Promise.all(own.map(release));
    },
    setLive(next) {
      isLive = next;
    },
    async close() {
      clearInterval(timer);
      timer = undefined;
      await Promise.all([...leases.values()].map(release));
    },
  };
}
