/**
 * What a person sees in place of a slice that could not be loaded: the release that worked in this browser last, by a
 * full document load, unless that would lose something of theirs. Until it is there, the picture of the wait stays.
 */
import type { Composition } from '@slipway/contracts';
import type { Releases } from './releases';
import { hasUnsaved } from '../routing/useUnsaved';

/** A part of a slice as it is shown; the same promise for the same part. */
export type OrReplaced = <Part>(slice: string, part: Promise<Part>) => Promise<Part>;

/** Without a network a reload would leave nothing at all. */
const hasDocument = async (): Promise<boolean> => {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

const forEver = new Promise<never>(() => undefined);

/** `isWriting` says whether an answer to something a person saved is still awaited. */
export function replacing(
  composition: Composition,
  releases: Releases,
  isWriting: () => boolean,
  reload: () => void = () => {
    window.location.reload();
  },
): OrReplaced {
  const shown = new WeakMap<Promise<unknown>, Promise<unknown>>();
  const isReleased = (slice: string) => composition.slices[slice] === releases.composition.slices[slice];

  return <Part>(slice: string, part: Promise<Part>): Promise<Part> => {
    const known = shown.get(part) as Promise<Part> | undefined;
    if (known) return known;
    const orOther = part.then(
      (loaded) => {
        // A slice from a person's own machine is not a release.
        if (isReleased(slice)) releases.worked(slice);
        return loaded;
      },
      async (error: unknown) => {
        if (!isReleased(slice) || hasUnsaved() || isWriting()) throw error;
        if (!(await hasDocument()) || !(await releases.replace(slice))) throw error;
        reload();
        return forEver;
      },
    );
    shown.set(part, orOther);
    return orOther;
  };
}
