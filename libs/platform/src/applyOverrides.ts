/** Puts slices from a person's own machine into the page's composition, with the hashes of their own `release.json`. */
import { type Composition, parseRelease } from '@slipway/contracts';

export interface Override {
  slice: string;
  /** Such as `http://localhost:4205`. */
  origin: string;
  /** Why it could not be taken: the environment's own release runs. */
  problem: string | undefined;
}

/** `wanted` is slice to origin. One that fails leaves the slice as it was. */
export async function applyOverrides(
  composition: Composition,
  wanted: ReadonlyMap<string, string>,
): Promise<{ composition: Composition; overrides: Override[] }> {
  const taken = await Promise.all(
    [...wanted].map(async ([slice, origin]) => {
      try {
        return { slice, origin, released: await releaseAt(slice, origin), problem: undefined };
      } catch (error) {
        return { slice, origin, problem: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const slices = { ...composition.slices };
  for (const { slice, released } of taken) if (released) slices[slice] = released;
  return {
    composition: { ...composition, slices },
    overrides: taken.map(({ slice, origin, problem }) => ({ slice, origin, problem })),
  };
}

async function releaseAt(slice: string, origin: string): Promise<Composition['slices'][string]> {
  const answer = await fetch(`${origin}/release.json`, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`release.json answered ${String(answer.status)}`);
  const release = parseRelease(await answer.json());
  if (release.kind !== 'slice' || release.id !== slice) throw new Error(`it is ${release.id}`);
  const { version, owner, entry, files, routes, slots, nav, preload } = release;
  return {
    ...{ version, owner, entry, routes, slots, nav, preload },
    base: `${origin}/`,
    files: Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity])),
  };
}
