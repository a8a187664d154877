/**
 * Deploys to one environment take turns (decision 036), so that none verifies and renders a revision that another one
 * is about to replace. There is a queue in the process, and tickets in the store between processes. Tickets are only
 * advice: the claim of a revision number and the pointer decide, even if two deploys believe that it is their turn.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../store/store';

/** Milliseconds between two signs of life of a ticket. */
const BEAT = 1_000;
/** Milliseconds after which a deploy gives no more signs of life: it waits for a store that does not respond. */
const LONGEST_TURN = 60_000;
/** Milliseconds between two reads of the queue: for each earlier ticket, and at most. */
const LOOK = 50;
const LONGEST_LOOK = 1_000;

export interface Turn {
  /** Whether this deploy waited for one that was killed, which may have left a revision number without a revision. */
  hasWaited: boolean;
  /** Lets the next deploy start. Idempotent. */
  end(): Promise<void>;
}

const turnsFolder = (environment: string) => `turns/${environment}`;

/** `<number>.<id>.<beat>`: the number is one more than the highest when the deploy joined. */
const ticketName = /^(\d+)\.([\da-f-]{36})\.(\d+)$/;

interface Ticket {
  number: number;
  id: string;
  beat: number;
  /** Its files: two while the deploy renews its ticket. */
  names: string[];
}

async function ticketsIn(store: Store, folder: string): Promise<Map<string, Ticket>> {
  const tickets = new Map<string, Ticket>();
  for (const name of await store.list(folder)) {
    const [, number, id = '', beat] = ticketName.exec(name) ?? [];
    if (!id) continue;
    const ticket = tickets.get(id) ?? { number: Number(number), id, beat: 0, names: [] };
    ticket.beat = Math.max(ticket.beat, Number(beat));
    ticket.names.push(name);
    tickets.set(id, ticket);
  }
  return tickets;
}

const isBefore = (one: Ticket, other: Pick<Ticket, 'number' | 'id'>) =>
  one.number < other.number || (one.number === other.number && one.id < other.id);

/** Store and environment to the turn that was taken last in this process. */
const last = new Map<string, Promise<void>>();

/** Resolves after all turns that were taken earlier in this process. */
async function waitHere(name: string): Promise<() => void> {
  const before = last.get(name);
  let end: (() => void) | undefined;
  const mine = new Promise<void>((resolve) => {
    end = resolve;
  });
  const all = (before ?? Promise.resolve()).then(() => mine);
  last.set(name, all);
  await before;
  return () => {
    end?.();
    if (last.get(name) === all) last.delete(name);
  };
}

/**
 * Waits until it is this deploy's turn. If an earlier ticket has no heartbeat for `patience` milliseconds, its process
 * was killed, and the ticket is removed. The time is measured with this process's monotonic clock from the last
 * heartbeat that it saw, because other clocks may be wrong. Without permission to write tickets, a deploy does not
 * wait. `onNext` runs when no deploy of this process is ahead: data that is read earlier would soon be outdated.
 */
export async function takeTurn(
  store: Store,
  environment: string,
  patience: number,
  onNext?: () => void,
): Promise<Turn> {
  const endHere = await waitHere(`${store.address} ${environment}`);
  onNext?.();
  const queued = await queue(store, turnsFolder(environment), patience).catch(() => undefined);
  let ended: Promise<void> | undefined;
  const end = async () => {
    try {
      await queued?.remove();
    } finally {
      endHere();
    }
  };
  return { hasWaited: queued?.hasWaited ?? false, end: () => (ended ??= end()) };
}

async function queue(store: Store, folder: string, patience: number) {
  const others = [...(await ticketsIn(store, folder)).values()];
  const mine = { number: 1 + Math.max(0, ...others.map(({ number }) => number)), id: randomUUID() };
  const ticket = await placeTicket(store, folder, mine);
  try {
    const hasWaited = await waitForOthers(store, folder, mine, patience);
    ticket.startTurn();
    return { hasWaited, remove: ticket.remove };
  } catch (error) {
    await ticket.remove();
    throw error;
  }
}

/** Writes a ticket and its heartbeats until it is removed. */
async function placeTicket(store: Store, folder: string, { number, id }: Pick<Ticket, 'number' | 'id'>) {
  const keyOf = (beat: number) => `${folder}/${String(number)}.${id}.${String(beat)}`;
  let beat = 1;
  await store.create(keyOf(beat), Buffer.from('deploy'));
  let silentFrom = Number.POSITIVE_INFINITY;
  let beating: Promise<void> | undefined;
  const next = async () => {
    beat += 1;
    await store.create(keyOf(beat), Buffer.from('deploy')); // first: there is always one
    await store.remove(keyOf(beat - 1));
  };
  const timer = setInterval(() => {
    if (beating || performance.now() > silentFrom) return;
    beating = next()
      .catch(() => undefined) // the store reports it to the deploy itself
      .finally(() => {
        beating = undefined;
      });
  }, BEAT);
  timer.unref();
  return {
    startTurn() {
      silentFrom = performance.now() + LONGEST_TURN;
    },
    async remove() {
      clearInterval(timer);
      await beating;
      // If a ticket cannot be removed, other deploys only wait longer.
      await Promise.all([beat, beat - 1].map((one) => store.remove(keyOf(one)))).catch(() => undefined);
    },
  };
}

/** Returns whether one of them was silent. */
async function waitForOthers(
  store: Store,
  folder: string,
  mine: Pick<Ticket, 'number' | 'id'>,
  patience: number,
): Promise<boolean> {
  let hasWaited = false;
  const seen = new Map<string, { beat: number; at: number }>();
  for (;;) {
    const ahead = [...(await ticketsIn(store, folder)).values()].filter((ticket) => isBefore(ticket, mine));
    const now = performance.now();
    const silent = ahead.filter(({ id, beat }) => {
      if (seen.get(id)?.beat !== beat) seen.set(id, { beat, at: now });
      return now - (seen.get(id)?.at ?? now) >= patience;
    });
    await Promise.all(silent.flatMap(({ names }) => names.map((name) => store.remove(`${folder}/${name}`))));
    hasWaited ||= silent.length > 0;
    const waiting = ahead.length - silent.length;
    if (waiting === 0) return hasWaited;
    await pause(Math.min(LONGEST_LOOK, waiting * LOOK) * (0.5 + Math.random()));
  }
}
