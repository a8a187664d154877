/** Replaces slices of the composition by the overrides that the user asked for, if the environment lists them. */
import type { ComposedRelease, Composition } from '@slipway/contracts';
import { fetchRelease } from '../releases/fetchRelease';
import { t } from './messages';

export interface Override {
  slice: string;
  /** A version, or an origin such as `http://localhost:4205`. */
  target: string;
  /** Why the override does not run; undefined if it runs. */
  failure: string | undefined;
}

/** The release that the environment allows, with the hashes of its files. @throws with the reason */
async function releaseOf(composed: Composition, slice: string, target: string): Promise<ComposedRelease> {
  const stable = composed.slices[slice];
  const described = [...(composed.overrides?.[slice] ?? []), ...(stable?.fallback ? [stable.fallback] : [])];
  if (target.startsWith('http:')) {
    if (!composed.allowOverrides) throw new Error(t('noMachine'));
    const known = [stable, stable?.canary?.release, ...described];
    if (known.some((release) => release?.frame !== undefined)) throw new Error(t('noSandbox'));
    return fetchRelease(slice, `${target}/`, { cache: 'no-store' });
  }
  const whole = [stable, stable?.canary?.release].find((release) => release?.version === target);
  if (whole) return whole;
  const found = described.find(({ version }) => version === target);
  if (!found) throw new Error(t('unlisted'));
  const release = await fetchRelease(slice, found.base, { integrity: found.release });
  // Only the composition lists the frame. Without it, a sandboxed slice would run in the page.
  return { ...release, frame: found.frame };
}

/**
 * `wanted` maps slices to versions or origins. `composed` is the document's composition, `running` the one with this
 * visitor's releases. A slice whose override cannot run keeps its release.
 */
export async function applyOverrides(
  composed: Composition,
  running: Composition,
  wanted: ReadonlyMap<string, string>,
): Promise<{ composition: Composition; overrides: Override[] }> {
  const loaded = await Promise.all(
    [...wanted].map(async ([slice, target]) => {
      try {
        const release = await releaseOf(composed, slice, target);
        return { slice, target, release, failure: undefined };
      } catch (error) {
        return { slice, target, failure: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const slices = { ...running.slices };
  for (const { slice, release } of loaded) if (release) slices[slice] = { ...release };
  return {
    composition: { ...running, slices },
    overrides: loaded.map(({ slice, target, failure }) => ({ slice, target, failure })),
  };
}
