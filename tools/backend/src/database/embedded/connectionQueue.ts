/**
 * The queue for PGlite's only connection. It is reentrant for its current owner, so that a request does not wait for
 * itself. A request that has waited too long gets an error. Networks take turns, so that many slow requests of one
 * network do not delay all others.
 */
import { type DatabaseLoad, networkOf } from '@slipway/server';

/** A request, with its client's address; anything else is the server's own work. */
export interface Owner {
  address?: string | undefined;
}

/** Milliseconds; PostgREST's error, as for a pool of connections. */
const LONGEST_WAIT = 10_000;
const BUSY = { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' };

/** The server's own work has none, and takes turns too. */
const networkOfOwner = ({ address }: Owner) => (address === undefined ? undefined : networkOf(address));

interface Waiting {
  owner: Owner;
  network: string | undefined;
  proceed: () => void;
}

export class ConnectionQueue {
  #owner: Owner | undefined;
  #depth = 0;
  readonly #waiting: Waiting[] = [];
  #turn = 0;
  /** The last turn of each network that waits. */
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

  /** Whether a request of another network is waiting. */
  hasOthers(): boolean {
    const own = this.#owner && networkOfOwner(this.#owner);
    return this.#waiting.some(({ network }) => network !== undefined && network !== own);
  }

  release(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#turn += 1;
    this.#turns.set(networkOfOwner(this.#owner ?? {}), this.#turn);
    const next = this.#takeNext();
    this.#owner = next?.owner;
    next?.proceed();
  }

  /** The first request of the network whose last turn was the longest ago. */
  #takeNext(): Waiting | undefined {
    const networks = new Set(this.#waiting.map(({ network }) => network));
    for (const network of this.#turns.keys()) if (!networks.has(network)) this.#turns.delete(network);
    let [first, lowest] = [0, Infinity];
    for (const [index, { network }] of this.#waiting.entries()) {
      const turn = this.#turns.get(network) ?? 0;
      if (turn < lowest) [first, lowest] = [index, turn];
    }
    return this.#waiting.splice(first, 1)[0];
  }

  #wait(owner: Owner, isPatient: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { owner, network: networkOfOwner(owner), proceed: resolve };
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
