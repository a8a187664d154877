/** Puts slices from a person's own machine into the page's composition, with the hashes of their own `release.json`. */
import type { Composition } from '@slipway/contracts';
import { releaseAt } from '../releases/fetchRelease';

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
        const released = await releaseAt(slice, `${origin}/`, { cache: 'no-store' });
        return { slice, origin, released, problem: undefined };
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
