/**
 * Who gets a canary: a share of the visitors, the same ones on every visit.
 * Source: `canary` in the composition, and an id that this browser gives itself the first time it is needed.
 */
import type { ComposedSlice } from '@slipway/contracts';

const KEY = 'slipway.visitor';

/** Where storage is refused, each document is a visitor of its own. */
export function visitorId(): string {
  const fresh = crypto.randomUUID();
  try {
    const known = localStorage.getItem(KEY);
    if (known) return known;
    localStorage.setItem(KEY, fresh);
  } catch {
    // as said above
  }
  return fresh;
}

/**
 * The visitor's place from 0 to just below 100. It stays when the share grows, so nobody is sent back by that, and it
 * differs from one pair of versions to the next, so it is not always the same people who try what is new.
 */
export async function placeOf(
  visitor: string,
  slice: string,
  versions: readonly [string, string],
): Promise<number> {
  const text = [visitor, slice, ...versions].join(' ');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return (new DataView(digest).getUint32(0) / 2 ** 32) * 100;
}

/** Whether a visitor gets the canary of a slice that has one. */
export async function isInCanary(id: string, slice: ComposedSlice, visitor: () => string): Promise<boolean> {
  const { canary, version } = slice;
  if (!canary) return false;
  return (await placeOf(visitor(), id, [version, canary.release.version])) < canary.percent;
}
