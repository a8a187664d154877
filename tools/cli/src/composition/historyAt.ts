/**
 * Finds the revision that an environment ran at a time, with few reads: `createdAt` never decreases from one revision to
 * the next, so a binary search finds the place, and the records around it tell which revisions were current.
 */
import { parseComposition } from '@slipway/contracts';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { currentRevision, readRevision, type Revision } from './read';
import { parseRecord } from './record';
import { claimedRevisions } from './write';

export interface RevisionAt extends Revision {
  /** When the next revision replaced it (ISO-8601 UTC); undefined for the current one. */
  until: string | undefined;
}

/** `time` is in milliseconds since 1970. Undefined before the first deploy. @throws `invalid_input` */
export async function revisionAt(
  store: Store,
  environment: string,
  time: number,
): Promise<RevisionAt | undefined> {
  const current = await currentRevision(store, environment);
  const numbers = (await claimedRevisions(store, environment)).filter((number) => number <= current);
  const later = await claimedAfter(store, environment, numbers, time);
  const [first] = later;
  if (first === undefined) {
    return current === 0
      ? undefined
      : { ...(await readRevision(store, environment, current)), until: undefined };
  }

  let next = await readRevision(store, environment, await currentAmong(store, environment, later, current));
  while (next.record.previous >= first) {
    next = await readRevision(store, environment, next.record.previous);
  }
  const { previous } = next.record;
  if (previous === 0) return undefined;
  return { ...(await readRevision(store, environment, previous)), until: next.composition.createdAt };
}

/** The numbers that were claimed after `time`, ascending, by a binary search. */
async function claimedAfter(store: Store, environment: string, numbers: number[], time: number) {
  const sorted = numbers.sort((one, other) => one - other);
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const createdAt = await createdAtOf(store, environment, sorted[middle] ?? 0);
    if (createdAt === undefined) {
      sorted.splice(middle, 1);
      high -= 1;
    } else if (createdAt <= time) low = middle + 1;
    else high = middle;
  }
  return sorted.slice(low);
}

/** Milliseconds since 1970, or undefined for the damaged claim of an interrupted deploy. */
async function createdAtOf(store: Store, environment: string, revision: number) {
  const bytes = await store.get(`${revisionBase(environment, revision)}composition.json`);
  try {
    return Date.parse(parseComposition(JSON.parse(bytes?.toString() ?? '')).createdAt);
  } catch {
    return undefined;
  }
}

/**
 * One of the lowest of these numbers that was current once. An interrupted deploy leaves a number that never was; proof is
 * another revision that replaced it, or the pointer.
 */
async function currentAmong(store: Store, environment: string, later: readonly number[], current: number) {
  for (const number of later) {
    const key = `${revisionBase(environment, number)}record.json`;
    const record = await store.get(key);
    const previous = record ? parseRecord(JSON.parse(record.toString()), key).previous : 0;
    if (later.includes(previous)) return previous;
  }
  return current;
}
