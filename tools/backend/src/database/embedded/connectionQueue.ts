/**
 * The queue for PGlite's only connection. It is reentrant for its current owner, so that a request does not wait for
 * itself, and a request that has waited too long gets an error instead of a place behind slow ones. Addresses take turns:
 * one that sends many slow requests does not keep the others waiting for all of them.
 */
import type { DatabaseLoad } from '@slipway/server';

/** A request, with its client's address; anything else is the server's own work. */
export interface Owner {
  address?: string | undefined;
}

/** Milliseconds; PostgREST's error, as for a pool of connections. */
const LONGEST_WAIT = 10_000;
const BUSY = { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' };

interface Waiting {
  owner: Owner;
  proceed: () => void;
}

export class ConnectionQueue {
  #owner: Owner | undefined;
  #depth = 0;
  readonly #waiting: Waiting[] = [];
  #turn = 0;
  /** The last turn of each address that waits. */
  readonly #turns = new Map<string | undefined, number>();

  /** Returns true when `owner` did not have the connection yet. @throws `BUSY` for an impatient owner */
  async take(owner: Owner, isPatient: boolean): Promise<boolean> {
    if (this.#owner !== undefined && this.#owner !== owner) await this.#wait(owner, isPatient);
    this.#owner = owner;
    this.#depth += 1;
    return this.#depth === 1;
  }

  /** The connection is one. */
  load(): DatabaseLoad {
    return { connections: 1, busy: this.#owner === undefined ? 0 : 1, waiting: this.#waiting.length };
  }

  release(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#turn += 1;
    this.#turns.set(this.#owner?.address, this.#turn);
    const next = this.#takeNext();
    this.#owner = next?.owner;
    next?.proceed();
  }

  /** The first request of the address whose last turn was the longest ago. */
  #takeNext(): Waiting | undefined {
    const addresses = new Set(this.#waiting.map(({ owner }) => owner.address));
    for (const address of this.#turns.keys()) if (!addresses.has(address)) this.#turns.delete(address);
    let [first, lowest] = [0, Infinity];
    for (const [index, { owner }] of this.#waiting.entries()) {
      const turn = this.#turns.get(owner.address) ?? 0;
      if (turn < lowest) [first, lowest] = [index, turn];
    }
    return this.#waiting.splice(first, 1)[0];
  }

  #wait(owner: Owner, isPatient: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { owner, proceed: resolve };
      this.#waiting.push(entry);
      if (isPatient) return;
      const timer = setTimeout(() => {
        const index = this.#waiting.indexOf(entry);
        if (index < 0) return;
        this.#waiting.splice(index, 1);
        reject(Object.assign(new Error(BUSY.message), BUSY));
      }, LONGEST_WAIT);
      entry.proceed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
