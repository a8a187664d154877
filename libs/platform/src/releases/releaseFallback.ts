/**
 * Falls back to the last working release, with a full reload, when a slice cannot be loaded, unless the reload would
 * lose something. Until the new document is there, the loading state stays.
 */
import type { Composition } from '@slipway/contracts';
import { hasUnsaved } from '../routing/useUnsaved';
import type { Releases } from './releases';

/** Guards the promise of a slice's part. Returns the same promise for the same part. */
export type WithFallback = <Part>(slice: string, part: Promise<Part>) => Promise<Part>;

/** Offline, a reload would leave an empty page. */
const isDocumentReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

const never = new Promise<never>(() => undefined);

/** `isSaving` returns whether a mutation is pending. */
export function createReleaseFallback(
  composition: Composition,
  releases: Releases,
  isSaving: () => boolean,
  reload: () => void = () => {
    window.location.reload();
  },
): WithFallback {
  const guardedParts = new WeakMap<Promise<unknown>, Promise<unknown>>();
  // A slice from the developer's machine is not a release.
  const isReleased = (slice: string) => composition.slices[slice] === releases.composition.slices[slice];

  return <Part>(slice: string, part: Promise<Part>): Promise<Part> => {
    const known = guardedParts.get(part) as Promise<Part> | undefined;
    if (known) return known;
    const guarded = part.then(
      (loaded) => {
        if (isReleased(slice)) releases.markWorking(slice);
        return loaded;
      },
      async (error: unknown) => {
        if (!isReleased(slice) || hasUnsaved() || isSaving()) throw error;
        if (!(await isDocumentReachable()) || !(await releases.fallBack(slice))) throw error;
        reload();
        return never;
      },
    );
    guardedParts.set(part, guarded);
    return guarded;
  };
}
