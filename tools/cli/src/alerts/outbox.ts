/** Alerts that are open or not sent yet. A file, so that a restart loses none and sends none twice. */
import { existsSync, readFileSync } from 'node:fs';
import { writePrivate } from '../trust/pins';
import type { Alert } from './alert';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An alert that was not found for this long is over; the same problem is then a new alert. */
const CLOSED_AFTER = 6 * HOUR;
/** The wait after the first failed attempt; it doubles, up to the longest. */
const FIRST_WAIT = MINUTE;
const LONGEST_WAIT = HOUR;

/** Milliseconds before a proposal is sent. If a server signs the steps, the proposal ends earlier and is not sent. */
const PROPOSAL_WAIT = 5 * MINUTE;

/** The webhook's URL is read from the settings at each attempt, so that a corrected one gets the message. */
export interface Delivery {
  format: 'slack' | 'json';
  attempts: number;
  /** Milliseconds since 1970. */
  nextAt: number;
}

interface Entry {
  alert: Alert;
  seenAt: number;
  /** Empty when all are sent. */
  deliveries: Delivery[];
}

export type Outbox = Record<string, Entry>;

/** A damaged file begins a new one: an alert may then be sent twice. */
export function readOutbox(path: string): Outbox {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Outbox;
  } catch {
    return {};
  }
}

export const writeOutbox = (path: string, outbox: Outbox): void => {
  writePrivate(path, JSON.stringify(outbox));
};

/** Adds new alerts, and removes those that have ended and were sent. */
export function updateOutbox(
  outbox: Outbox,
  found: readonly Alert[],
  formatsOf: (alert: Alert) => Delivery['format'][],
  now: number,
): Outbox {
  const ids = new Set(found.map(({ id }) => id));
  const isOver = (id: string, { alert }: Entry) => alert.kind === 'canary' && !ids.has(id);
  const open = Object.entries(outbox).filter(([id, entry]) =>
    entry.deliveries.length > 0 ? !isOver(id, entry) : now - entry.seenAt < CLOSED_AFTER,
  );
  const next: Outbox = Object.fromEntries(open);
  for (const alert of found) {
    const known = next[alert.id];
    next[alert.id] = known
      ? { ...known, seenAt: now }
      : {
          ...{ alert, seenAt: now },
          deliveries: formatsOf(alert).map((format) => ({
            format,
            attempts: 0,
            nextAt: firstAt(alert, now),
          })),
        };
  }
  return next;
}

const firstAt = ({ kind }: Alert, now: number) => (kind === 'canary' ? now + PROPOSAL_WAIT : now);

export const isDue = ({ nextAt }: Delivery, now: number): boolean => nextAt <= now;

/** The delivery after a failed attempt. */
export const postponed = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  attempts: delivery.attempts + 1,
  nextAt: now + Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** delivery.attempts),
});
