/**
 * Chooses the release of each slice for a document: the canary for a share of the visitors, and, instead of a release
 * that failed to load in this tab, the last one that worked in this browser if the composition still allows it.
 * A page never changes releases: two releases of one slice would mix their chunks. Another one needs a new document.
 * Source: the composition; `slipway.worked` in local storage, `slipway.failed` in session storage.
 */
import type { ComposedRelease, ComposedSlice, Composition } from '@slipway/contracts';
import { createStoredValue, json } from '@slipway/state';
import { isInCanary, visitorId } from './canaries';

interface Choice {
  version: string;
  /** @throws when its `release.json` cannot be fetched */
  release: () => Promise<ComposedRelease>;
}

/** In order of preference. */
type Choices = readonly [Choice, ...Choice[]];

export interface Releases {
  /** The composition with one release for each slice. */
  composition: Composition;
  /** Records that the slice's release was loaded in this document. */
  markWorking(slice: string): void;
  /**
   * Makes the next document run the last release that worked. Returns false when there is none, when it is not allowed
   * or no longer available, or when the browser blocks storage.
   */
  fallBack(slice: string): Promise<boolean>;
}

/** Entries of any other type are ignored. */
const table = <Value>(isValue: (value: unknown) => value is Value) =>
  json((stored): Partial<Record<string, Value>> =>
    Object.fromEntries(
      Object.entries(stored ?? {}).filter((entry): entry is [string, Value] => isValue(entry[1])),
    ),
  );

const isText = (value: unknown) => typeof value === 'string';

/** The last version of each slice that was loaded. */
const workingVersions = createStoredValue(() => localStorage, 'slipway.worked', table(isText));
/** The versions of each slice that failed in this tab. */
const failedVersions = createStoredValue(
  () => sessionStorage,
  'slipway.failed',
  table((value): value is string[] => Array.isArray(value) && value.every(isText)),
);

const composedChoice = (release: ComposedRelease): Choice => ({
  version: release.version,
  release: () => Promise.resolve(release),
});

async function choicesOf(id: string, slice: ComposedSlice, visitor: () => string): Promise<Choices> {
  const { canary, fallback, ...stable } = slice;
  const earlier = fallback && {
    version: fallback.version,
    // Loaded on demand: few visits need a fallback.
    release: async () =>
      (await import('./fetchRelease')).fetchRelease(id, fallback.base, { integrity: fallback.release }),
  };
  const others = earlier ? [earlier] : [];
  return canary && (await isInCanary(id, slice, visitor))
    ? [composedChoice(canary.release), composedChoice(stable), ...others]
    : [composedChoice(stable), ...others];
}

interface Chosen {
  release: ComposedRelease;
  /** The next choice, for when this one fails. */
  next: Choice | undefined;
}

/** Returns the first choice that did not fail in this tab. */
async function choose([first, ...others]: Choices, failed: readonly string[]): Promise<Chosen> {
  const choices = [first, ...others];
  const index = choices.findIndex(({ version }) => !failed.includes(version));
  const choice = choices[index];
  try {
    if (choice) return { release: await choice.release(), next: choices[index + 1] };
  } catch {
    // The fallback was removed from the store. Run the first choice: if it fails again, the page reports it.
  }
  return { release: await first.release(), next: undefined };
}

/** `visitor` returns the visitor's id; it is called only when a slice has a canary. */
export async function chooseReleases(
  composition: Composition,
  visitor: () => string = visitorId,
): Promise<Releases> {
  let known: string | undefined;
  const sameVisitor = () => (known ??= visitor());
  const entries = await Promise.all(
    Object.entries(composition.slices).map(
      async ([id, slice]) =>
        [id, await choose(await choicesOf(id, slice, sameVisitor), failedVersions.get()[id] ?? [])] as const,
    ),
  );
  const chosen = new Map(entries);

  return {
    composition: {
      ...composition,
      slices: Object.fromEntries(entries.map(([id, { release }]) => [id, release])),
    },
    markWorking(id) {
      const version = chosen.get(id)?.release.version;
      if (!version || workingVersions.get()[id] === version) return;
      workingVersions.set({ ...workingVersions.get(), [id]: version });
    },
    async fallBack(id) {
      const { release, next } = chosen.get(id) ?? {};
      if (!release || !next || workingVersions.get()[id] !== next.version) return false;
      try {
        await next.release();
      } catch {
        return false;
      }
      const failed = failedVersions.get();
      // Without storage, the next document would choose the same release again, and reload forever.
      return failedVersions.set({ ...failed, [id]: [...(failed[id] ?? []), release.version] });
    },
  };
}
