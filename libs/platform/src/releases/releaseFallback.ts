/**
 * Falls back to the earlier release, with a full reload, when a slice cannot be loaded or its code throws, unless the
 * reload would lose input. The loading state stays until the new document replaces the page.
 */
import type { Composition } from '@slipway/contracts';
import { hasUnsaved } from '../routing/useUnsaved';
import type { Releases } from './releases';
import { isCanaryShell } from './runningShell';

export interface ReleaseFallback {
  /** Guards the promise of a slice's part. Returns the same promise for the same part. */
  guard<Part>(slice: string, part: Promise<Part>): Promise<Part>;
  /** Call it when the part has rendered and stayed up. */
  markWorking(slice: string): void;
  /**
   * Resolves with false when the page should show the error. Otherwise a new document is loading, and the promise never
   * resolves. A release that has worked in this browser is replaced only at its second crash: its data may have caused
   * the first.
   */
  afterCrash(slice: string, error: unknown): Promise<false>;
}

/** For a page without other releases: failures are only shown. */
export const noFallback: ReleaseFallback = {
  guard: (_slice, part) => part,
  markWorking: () => undefined,
  afterCrash: () => Promise.resolve(false),
};

/** Milliseconds to look for an earlier release; then the error is shown. */
const DOCUMENT_LIMIT = 3_000;

const SHELL = 'shell';

/** Offline, a reload would show an empty page. */
const isReachable = async (address: string): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(DOCUMENT_LIMIT);
    return (await fetch(address, { method: 'HEAD', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
};

/** Never resolves: for callers that wait while a new document loads. */
export const never = new Promise<never>(() => undefined);

/** `isSaving` returns whether a mutation is pending. */
export function createReleaseFallback(
  composition: Composition,
  releases: Releases,
  isSaving: () => boolean,
  reload: () => void = () => {
    window.location.reload();
  },
): ReleaseFallback {
  const guardedParts = new WeakMap<Promise<unknown>, Promise<unknown>>();
  /** Errors for which there was no fallback. */
  const final = new WeakSet();
  // A slice from the developer's machine is not a release.
  const isReleased = (slice: string) => composition.slices[slice] === releases.composition.slices[slice];

  const fallBack = async (slice: string, error: unknown): Promise<false> => {
    // The document with the earlier shell, which the start script also opens.
    const { recovery } = document.documentElement.dataset;
    if (isReleased(slice) && !hasUnsaved() && !isSaving()) {
      const isStable = !isCanaryShell();
      if (slice === SHELL && isStable && recovery !== undefined && (await isReachable(recovery))) {
        window.location.replace(recovery + window.location.hash);
        return never;
      }
      if ((await isReachable(window.location.href)) && (await releases.fallBack(slice))) {
        reload();
        return never;
      }
    }
    if (typeof error === 'object' && error !== null) final.add(error);
    return false;
  };

  return {
    guard<Part>(slice: string, part: Promise<Part>): Promise<Part> {
      const known = guardedParts.get(part) as Promise<Part> | undefined;
      if (known) return known;
      const guarded = part.catch(async (error: unknown) => {
        await fallBack(slice, error);
        throw error;
      });
      // The region that renders the part reports the error, unless the user has left the page.
      guarded.then(
        // React's `use` reads these properties: a part that has loaded renders at once, without its loading state.
        (value) => Object.assign(guarded, { status: 'fulfilled', value }),
        () => undefined,
      );
      guardedParts.set(part, guarded);
      return guarded;
    },
    markWorking(slice) {
      if (isReleased(slice)) releases.markWorking(slice);
    },
    async afterCrash(slice, error) {
      if (typeof error === 'object' && error !== null && final.has(error)) return false;
      return releases.forgetWorking(slice) ? false : fallBack(slice, error);
    },
  };
}
