/**
 * Decides which visitors get a canary: a percentage, and the same visitors each time. Source: `canary` in the
 * composition, and a visitor id that the browser creates when it first needs one.
 */
import type { ComposedSlice } from '@slipway/contracts';
import { createStoredValue } from '@slipway/state';
import { visitorKey } from './storageKeys';

const storedId = createStoredValue<string | null>(() => localStorage, visitorKey, {
  read: (text) => text,
  write: (id) => id,
});

/** If the browser blocks storage, every document counts as a new visitor. */
export function visitorId(): string {
  const known = storedId.get();
  if (known) return known;
  const id = crypto.randomUUID();
  storedId.set(id);
  return id;
}

/**
 * The visitor's bucket, from 0 to just below 100. It does not depend on the percentage, so raising it never moves a
 * visitor back to the stable release. It depends on the versions, so each canary reaches different visitors.
 */
export async function bucketOf(
  visitor: string,
  slice: string,
  versions: readonly [stable: string, canary: string],
): Promise<number> {
  const text = [visitor, slice, ...versions].join(' ');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return (new DataView(digest).getUint32(0) / 2 ** 32) * 100;
}

/** Whether the visitor gets the slice's canary, if it has one. `visitor` is called only then. */
export async function isInCanary(id: string, slice: ComposedSlice, visitor: () => string): Promise<boolean> {
  const { canary, version } = slice;
  if (!canary) return false;
  return (await bucketOf(visitor(), id, [version, canary.release.version])) < canary.percent;
}
