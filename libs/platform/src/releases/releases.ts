/**
 * Chooses the release of each slice for a document: the canary for a percentage of visitors, and, instead of a release
 * that failed in this tab, the earlier one in the composition. A page never changes a release: two releases of one
 * slice would mix their chunks. Only a new document can. Source: the composition; `slipway.worked` in local storage,
 * `slipway.failed` in session storage.
 */
import type { ComposedRelease, ComposedSlice, Composition } from '@slipway/contracts';
import { createStoredValue, json } from '@slipway/state';
import { isInCanary, visitorId } from './canaries';
import { isCanaryShell, runningShell } from './runningShell';
import { failedKey } from './storageKeys';

/** Milliseconds to wait for the description of an earlier release. Then the page starts without it. */
const DESCRIPTION_LIMIT = 5_000;

const SHELL = 'shell';

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
  /** Chooses the releases of slices that are loaded later, and adds them to the composition. */
  add(slices: Composition['slices']): Promise<void>;
  /** Records that a part of the slice's release was rendered and stayed up. */
  markWorking(slice: string): void;
  /** Returns whether the release had worked in this browser, and removes that record. */
  forgetWorking(slice: string): boolean;
  /**
   * Makes the next document run the earlier release. Returns false if there is none, if it is no longer available, or
   * if the browser blocks storage.
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

/** The last version of each slice that worked. */
const workingVersions = createStoredValue(() => localStorage, 'slipway.worked', table(isText));
/** The versions of each slice that failed in this tab. */
const failedVersions = createStoredValue(
  () => sessionStorage,
  failedKey,
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
    release: async () => ({
      ...(await (
        await import('./fetchRelease')
      ).fetchRelease(id, fallback.base, {
        integrity: fallback.release,
        signal: AbortSignal.timeout(DESCRIPTION_LIMIT),
      })),
      frame: fallback.frame,
    }),
  };
  const others = earlier ? [earlier] : [];
  return canary && (await isInCanary(id, slice, visitor))
    ? [composedChoice(canary.release), composedChoice(stable), ...others]
    : [composedChoice(stable), ...others];
}

interface Chosen {
  release: ComposedRelease;
  /** The choice to use if this one fails. */
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
    // The fallback was removed from the store. Run the first choice; if it fails again, the page reports it.
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
  const chosen = new Map<string, Chosen>();
  const running: Composition = { ...composition, shell: runningShell(composition.shell), slices: {} };
  const add = async (slices: Composition['slices']) => {
    const entries = await Promise.all(
      Object.entries(slices).map(
        async ([id, slice]) =>
          [
            id,
            await choose(await choicesOf(id, slice, sameVisitor), failedVersions.get()[id] ?? []),
          ] as const,
      ),
    );
    for (const [id, choice] of entries) {
      chosen.set(id, choice);
      running.slices[id] = choice.release;
    }
  };
  await add(composition.slices);
  const isWorking = (id: string) => {
    const version = chosen.get(id)?.release.version;
    return version !== undefined && workingVersions.get()[id] === version;
  };

  const remember = (id: string, version: string) => {
    const failed = failedVersions.get();
    // Without storage, the next document would choose the same release and reload again, forever.
    return failedVersions.set({ ...failed, [id]: [...(failed[id] ?? []), version] });
  };

  return {
    composition: running,
    add,
    markWorking(id) {
      const version = chosen.get(id)?.release.version;
      if (!version || isWorking(id)) return;
      workingVersions.set({ ...workingVersions.get(), [id]: version });
    },
    forgetWorking(id) {
      if (!isWorking(id)) return false;
      workingVersions.set({ ...workingVersions.get(), [id]: undefined });
      return true;
    },
    async fallBack(id) {
      // The next document chooses the stable shell.
      if (id === SHELL && isCanaryShell()) return remember(id, runningShell(composition.shell).version);
      const { release, next } = chosen.get(id) ?? {};
      if (!release || !next) return false;
      try {
        await next.release();
      } catch {
        return false;
      }
      return remember(id, release.version);
    },
  };
}
