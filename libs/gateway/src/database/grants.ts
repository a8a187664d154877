/**
 * The grants of API keys in memory: the data for the calls of a key, and requests of its rate that were taken in
 * advance. An announced change removes a grant immediately; without announcements a grant lives for a second. Only
 * grants of callable deployments are kept, so each rejection comes from the database.
 */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { type CallGrant, callGrant, type KeyGrant } from '../storeTypes';
import { createQueues } from './queues';
import { parsed, type Rpc } from './rpc';

/** Milliseconds that a grant may be used: with announcements of changes, and without. */
const LIVE_LIFETIME = 10_000;
const BLIND_LIFETIME = 1_000;

/** The share of a grant's lifetime after which the next call refreshes it, so that no call waits for the database. */
const REFRESH_AFTER = 1 / 2;
/** The share of its requests below which it is refreshed, too. */
const LOW = 1 / 4;

const MOST_GRANTS = 10_000;
/** Requests of a key's rate that are taken in advance; the database gives at most 5 % of what is left. */
const MOST_SPARE = 500;
/** The database counts in 32 bits. */
const MOST_RATE = 1_000_000_000;

interface Known {
  response: CallGrant;
  /** By `performance.now()`. */
  freshUntil: number;
  /** When the next call refreshes the grant: at a time, or with so few requests left. */
  refreshAt: number;
  refreshBelow: number;
  requests: number;
  windowEnds: number;
  /** The requests that were let through since the last time that the database was asked. */
  used: number;
}

type Wanted = CallGrant | undefined;

export interface Grants {
  /** The grant of a key by its SHA-256, whose `retry_after` is set when the key is over its rate. */
  use(hash: string, defaultRate: number): Promise<Wanted>;
  /** The grant of a deployment's key that is fresh now. */
  fresh(keyId: string): CallGrant | undefined;
  /** Removes the grants that an id concerns. */
  changed(subject: string): void;
  clear(): void;
  setLive(isLive: boolean): void;
}

export function createGrants(rpc: Rpc): Grants {
  const known = new LRUCache<string, Known>({ max: MOST_GRANTS });
  /** Hashes by the id of the key. */
  const hashes = new LRUCache<string, string>({ max: MOST_GRANTS });
  let rate = 0;
  let generation = 0;
  let isLive = false;

  /** One request from memory; undefined when the database must be asked. */
  const take = (hash: string): Wanted => {
    const now = performance.now();
    const one = known.get(hash);
    if (!one || one.freshUntil <= now || one.windowEnds <= now || one.requests <= 0) return undefined;
    one.requests -= 1;
    one.used += 1;
    return one.response;
  };

  const isCallable = ({ grant, suspension, is_withdrawn }: CallGrant) =>
    grant.status === 'active' && !suspension && !is_withdrawn && grant.key_id !== null;

  const remember = (hash: string, response: CallGrant, asked: number, used: number) => {
    const lifetime = isLive ? LIVE_LIFETIME : BLIND_LIFETIME;
    const valid = (response.valid_seconds ?? Number.POSITIVE_INFINITY) * 1000;
    const requests = response.requests ?? 0;
    const life = Math.min(lifetime, valid);
    const one: Known = {
      response: { ...response, grant: { ...response.grant, retry_after: 0 } },
      ...{ freshUntil: asked + life, refreshAt: asked + life * REFRESH_AFTER },
      ...{ requests, refreshBelow: Math.floor(requests * LOW) },
      windowEnds: asked + (response.window_seconds ?? 0) * 1000,
      used,
    };
    known.set(hash, one);
    if (response.grant.key_id !== null) hashes.set(response.grant.key_id, hash);
  };

  /** Returns true once per grant: otherwise each call over the rate would run a statement. */
  const isDue = (hash: string) => {
    const one = known.get(hash);
    if (!one || (one.refreshAt > performance.now() && one.requests >= one.refreshBelow)) return false;
    one.refreshAt = Number.POSITIVE_INFINITY;
    one.refreshBelow = 0;
    return true;
  };

  /** The requests that were taken in advance hold until their window ends. */
  const leftOf = (one: Known | undefined, now: number) => (one && one.windowEnds > now ? one.requests : 0);

  const queues = createQueues<Wanted>(async (hash, waiting) => {
    if (waiting.length > 0) {
      for (let one = take(hash); one; one = waiting.length > 0 ? take(hash) : undefined)
        waiting.shift()?.resolve(one);
      if (waiting.length === 0) return;
    }
    const before = known.get(hash);
    const startedIn = generation;
    const asked = performance.now();
    const result = await rpc('value', 'call_grant', {
      key_hash: hash,
      default_rate: rate,
      waiting: waiting.length,
      spare: Math.max(0, Math.min(MOST_SPARE, (before?.used ?? 0) * 2) - leftOf(before, asked)),
    });
    const response = parsed('call_grant', v.nullable(callGrant), result) ?? undefined;
    const granted = leftOf(before, asked) + (response?.requests ?? waiting.length);
    const wait: KeyGrant['retry_after'] = response?.grant.retry_after ?? 0;
    if (response && isCallable(response) && startedIn === generation) {
      remember(hash, { ...response, requests: Math.max(0, granted - waiting.length) }, asked, waiting.length);
    } else {
      known.delete(hash);
    }
    waiting.forEach((one, index) => {
      one.resolve(
        response && { ...response, grant: { ...response.grant, retry_after: index < granted ? 0 : wait } },
      );
    });
  });

  return {
    async use(hash, defaultRate) {
      rate = Math.min(MOST_RATE, defaultRate);
      const one = take(hash);
      if (!one) return queues.wait(hash);
      if (isDue(hash)) queues.refresh(hash);
      return one;
    },
    fresh(keyId) {
      const one = known.get(hashes.get(keyId) ?? '');
      return one && one.freshUntil > performance.now() ? one.response : undefined;
    },
    changed(subject) {
      generation += 1;
      for (const [hash, { response }] of known) {
        if (response.subjects?.includes(subject)) known.delete(hash);
      }
    },
    clear() {
      generation += 1;
      known.clear();
    },
    setLive(next) {
      if (next === isLive) return;
      isLive = next;
      generation += 1;
      known.clear();
    },
  };
}
