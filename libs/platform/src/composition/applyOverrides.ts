/** Replaces slices of the composition by those from the developer's machine, with the hashes that each one's `release.json` lists. */
import type { Composition } from '@slipway/contracts';
import { fetchRelease } from '../releases/fetchRelease';

export interface Override {
  slice: string;
  /** Such as `http://localhost:4205`. */
  origin: string;
  /** Why the override could not be loaded; the environment's release runs then. */
  failure: string | undefined;
}

/** `wanted` maps slices to origins. An override that cannot be loaded leaves its slice unchanged. */
export async function applyOverrides(
  composition: Composition,
  wanted: ReadonlyMap<string, string>,
): Promise<{ composition: Composition; overrides: Override[] }> {
  const loaded = await Promise.all(
    [...wanted].map(async ([slice, origin]) => {
      try {
        const release = await fetchRelease(slice, `${origin}/`, { cache: 'no-store' });
        return { slice, origin, release, failure: undefined };
      } catch (error) {
        return { slice, origin, failure: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const slices = { ...composition.slices };
  for (const { slice, release } of loaded) if (release) slices[slice] = release;
  return {
    composition: { ...composition, slices },
    overrides: loaded.map(({ slice, origin, failure }) => ({ slice, origin, failure })),
  };
}
