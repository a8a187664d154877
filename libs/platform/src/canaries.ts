/**
 * A slice may run two releases: a share of the visitors gets the newer one, on every visit.
 * Source: `canary` in the composition, and an id that this browser gives itself the first time it is needed.
 */
import type { ComposedSlice, Composition } from '@slipway/contracts';

const KEY = 'slipway.visitor';

/** Where storage is refused, each document is a visitor of its own. */
function visitorId(): string {
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

async function chosen(id: string, slice: ComposedSlice, visitor: string): Promise<ComposedSlice> {
  const { canary, ...stable } = slice;
  if (!canary) return slice;
  const place = await placeOf(visitor, id, [stable.version, canary.release.version]);
  return place < canary.percent ? canary.release : stable;
}

/** The composition as this visitor gets it: one release of every slice. */
export async function takeCanaries(
  composition: Composition,
  visitor: () => string = visitorId,
): Promise<Composition> {
  const slices = Object.entries(composition.slices);
  if (!slices.some(([, { canary }]) => canary)) return composition;
  const id = visitor();
  const taken = await Promise.all(slices.map(async ([name, slice]) => [name, await chosen(name, slice, id)]));
  return { ...composition, slices: Object.fromEntries(taken) as Composition['slices'] };
}
