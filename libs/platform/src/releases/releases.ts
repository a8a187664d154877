/**
 * Which release of each slice a document runs: the canary for a share of the visitors; and in place of one that could
 * not be loaded in this tab, the one that worked in this browser last, if the composition still allows it. Two releases
 * of a slice would mix their chunks in one page, so the other one comes with a new document.
 * Source: the composition; `slipway.worked` in this browser, `slipway.failed` in this tab.
 */
import type { ComposedRelease, ComposedSlice, Composition } from '@slipway/contracts';
import { isInCanary, visitorId } from './canaries';

/** A release that may run, from first choice to last. */
interface Choice {
  version: string;
  /** @throws when its description cannot be had */
  release: () => Promise<ComposedRelease>;
}

type Choices = readonly [Choice, ...Choice[]];

export interface Releases {
  /** One release of every slice. */
  composition: Composition;
  /** Remembers that what this document runs of a slice could be loaded. */
  worked(slice: string): void;
  /**
   * Makes the next document run the release that worked last. False: there is none, it is not allowed or not there,
   * or this browser keeps nothing.
   */
  replace(slice: string): Promise<boolean>;
}

/** A small table in storage. @throws on writing, where storage is refused or full */
function table<Value>(storage: () => Storage, key: string) {
  const all = (): Partial<Record<string, Value>> => {
    try {
      return (JSON.parse(storage().getItem(key) ?? '{}') ?? {}) as Partial<Record<string, Value>>;
    } catch {
      return {}; // not ours, or refused
    }
  };
  return {
    get: (id: string) => all()[id],
    set(id: string, value: Value) {
      storage().setItem(key, JSON.stringify({ ...all(), [id]: value }));
    },
  };
}

/** Slice to version: what was loaded last. */
const workedLast = table<string>(() => localStorage, 'slipway.worked');
/** Slice to versions: what another was taken for. */
const failedHere = table<string[]>(() => sessionStorage, 'slipway.failed');

const composedChoice = (release: ComposedRelease): Choice => ({
  version: release.version,
  release: () => Promise.resolve(release),
});

async function choicesOf(id: string, slice: ComposedSlice, visitor: () => string): Promise<Choices> {
  const { canary, fallback, ...stable } = slice;
  const earlier = fallback && {
    version: fallback.version,
    // Fetched by those few who need it.
    release: async () =>
      (await import('./fetchRelease')).releaseAt(id, fallback.base, { integrity: fallback.release }),
  };
  const others = earlier ? [earlier] : [];
  return canary && (await isInCanary(id, slice, visitor))
    ? [composedChoice(canary.release), composedChoice(stable), ...others]
    : [composedChoice(stable), ...others];
}

interface Taken {
  release: ComposedRelease;
  /** What there is after it. */
  next: Choice | undefined;
}

/** The first choice that did not fail in this tab. */
async function taken([first, ...others]: Choices, failed: readonly string[]): Promise<Taken> {
  const choices = [first, ...others];
  const index = choices.findIndex(({ version }) => !failed.includes(version));
  const choice = choices[index];
  try {
    if (choice) return { release: await choice.release(), next: choices[index + 1] };
  } catch {
    // gone meanwhile: the first fails again, and says why
  }
  return { release: await first.release(), next: undefined };
}

export async function takeReleases(
  composition: Composition,
  visitor: () => string = visitorId,
): Promise<Releases> {
  let known: string | undefined;
  const sameVisitor = () => (known ??= visitor());
  const found = await Promise.all(
    Object.entries(composition.slices).map(
      async ([id, slice]) =>
        [id, await taken(await choicesOf(id, slice, sameVisitor), failedHere.get(id) ?? [])] as const,
    ),
  );
  const of = new Map(found);

  return {
    composition: {
      ...composition,
      slices: Object.fromEntries(found.map(([id, { release }]) => [id, release])),
    },
    worked(id) {
      const version = of.get(id)?.release.version;
      if (!version || workedLast.get(id) === version) return;
      try {
        workedLast.set(id, version);
      } catch {
        // a browser that keeps nothing has nothing to go back to
      }
    },
    async replace(id) {
      const { release, next } = of.get(id) ?? {};
      if (!release || !next || workedLast.get(id) !== next.version) return false;
      try {
        await next.release();
        failedHere.set(id, [...(failedHere.get(id) ?? []), release.version]);
        return true;
      } catch {
        return false;
      }
    },
  };
}
