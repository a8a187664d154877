/**
 * How often something may be tried: a sliding window for each identifier, which survives a reload.
 * A courtesy to people, no control: whoever leaves the browser out is stopped by the server's own limits.
 */

export interface RateLimit {
  attempts: number;
  /** Milliseconds. */
  window: number;
}

const MINUTE = 60_000;

export const defaultLimit: RateLimit = { attempts: 5, window: 15 * MINUTE };

/** The part of Web Storage that is used. */
export type AttemptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface RateLimiter {
  /** Counts an attempt; false when it is one too many. */
  attempt(identifier: string, limit?: RateLimit): Promise<boolean>;
  /** When the next attempt is allowed (milliseconds since 1970), or undefined: now. */
  freeAt(identifier: string, limit?: RateLimit): Promise<number | undefined>;
  /** Forgets the attempts of an identifier. */
  clear(identifier: string): Promise<void>;
}

/** Identifiers are kept as hashes only: they hold addresses. */
async function keyOf(identifier: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identifier)));
  return `attempts_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function readTimes(storage: AttemptStorage, key: string): number[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isTime) : [];
  } catch {
    return []; // somebody else's text under our name counts for nothing
  }
}

export function createRateLimiter(storage: AttemptStorage, now: () => number = Date.now): RateLimiter {
  const recentOf = (key: string, window: number, time: number) =>
    readTimes(storage, key).filter((past) => past > time - window && past <= time);

  return {
    async attempt(identifier, { attempts, window } = defaultLimit) {
      const key = await keyOf(identifier);
      const time = now();
      const recent = recentOf(key, window, time);
      if (recent.length >= attempts) return false;
      storage.setItem(key, JSON.stringify([...recent, time]));
      return true;
    },
    async freeAt(identifier, { attempts, window } = defaultLimit) {
      const recent = recentOf(await keyOf(identifier), window, now()).sort((a, b) => a - b);
      const oldest = recent.at(-attempts);
      return oldest === undefined ? undefined : oldest + window;
    },
    async clear(identifier) {
      storage.removeItem(await keyOf(identifier));
    },
  };
}
