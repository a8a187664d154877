/**
 * Places of quotas in this process: for each key, calls take a place without a statement while some are left. A place is
 * reserved in the database until its call is recorded, or until the lease expires, so gateways never exceed a quota
 * together. Whatever becomes uncertain (a lost reply) is left to expire: the next places belong to a new lease.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type LeaseResult, leaseResult } from '../storeTypes';
import {
  addPlaces,
  isDue,
  type Lease,
  type LeaseKey,
  newLease,
  type Place,
  renew,
  stopRefreshing,
  takeFree,
  USABLE,
} from './lease';
import { createQueues, type Waiting } from './queues';
import { parsed, type Rpc } from './rpc';

/** Milliseconds after which unused places are given back. */
const IDLE = 1_000;
const MOST_SPARE = 500;
/** Milliseconds between attempts while other gateways give back places. */
const RECALL_PAUSES = [30, 100];
/** Milliseconds without spare places after a recall. */
const SCARCE = 5_000;

export type Rejection = Exclude<LeaseResult, { outcome: 'leased' | 'expired' }>;
type Waiters = Waiting<Place | Rejection>[];

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

type Ask = (lease: Lease, waiting: number) => Promise<Rejection | undefined>;

/** Requests places for `waiting` calls from the database, and some spare ones if announcements arrive (`isLive`). */
function createAsk(rpc: Rpc, isLive: () => boolean): Ask {
  const ask: Ask = async (lease, waiting) => {
    const asked = performance.now();
    const most = isLive() && asked >= lease.scarceUntil ? Math.min(MOST_SPARE, lease.used * 2) : 0;
    const spare = Math.max(0, most - lease.free);
    let result: LeaseResult;
    try {
      result = parsed(
        'lease_calls',
        leaseResult,
        await rpc('value', 'lease_calls', {
          ...{ lease: lease.id, deployment_id: lease.deploymentId, key_id: lease.keyId },
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
    addPlaces(lease, result, asked);
    return undefined;
  };
  return ask;
}

function serveFree(lease: Lease, waiting: Waiters): void {
  for (let free = takeFree(lease); free; free = waiting.length > 0 ? takeFree(lease) : undefined)
    waiting.shift()?.resolve(free);
}

/** Gives each waiting call a place or the rejection; without any, refreshes the lease. */
async function serve(ask: Ask, lease: Lease, waiting: Waiters): Promise<void> {
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
}

/** `giveBackPlaces` must not be repeated after an error. */
export function createLeases(
  rpc: Rpc,
  giveBackPlaces: (lease: string, places: number) => Promise<void>,
): Leases {
  const leases = new Map<string, Lease>();
  let isLive = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = createAsk(rpc, () => isLive);

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

  const queues = createQueues<Place | Rejection>(async (name, waiting) => {
    const lease = leases.get(name);
    if (!lease) throw new Error('The lease is not known');
    lease.lastUse = Number.POSITIVE_INFINITY; // not idle
    try {
      await serve(ask, lease, waiting);
    } finally {
      lease.lastUse = performance.now();
    }
  });

  return {
    take(key) {
      let lease = leases.get(key.keyId);
      if (!lease) {
        lease = newLease(key);
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
