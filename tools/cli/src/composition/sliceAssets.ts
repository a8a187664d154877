/** The files of slices that a document preloads. */
import type { Composition } from '@slipway/contracts';
import type { Asset } from './shellElements';
import { indexOf } from './sliceIndex';

/**
 * The files that a route loads from slices: those of its page, then those of the slots it shows. Those of a slice with a
 * canary depend on the visitor: the script before the first paint preloads them, so that both groups load alike.
 */
export function sliceAssets(composition: Composition, path: string, shown: readonly string[]): Asset[] {
  const wanted = [path, ...shown];
  return indexOf(composition)
    .preloading(wanted)
    .flatMap((id) => {
      const slice = composition.slices[id];
      if (!slice || slice.canary) return [];
      const keys = wanted.filter((key) => key in slice.preload);
      const files = [...new Set(keys.flatMap((key) => slice.preload[key] ?? []))];
      return files.map((file) => ({ href: slice.base + file, integrity: slice.files[file] ?? '' }));
    });
}

/** The keys of `preload` of which the script before the first paint chooses the files; empty where no canary has any. */
export const chosenKeys = (composition: Composition, keys: readonly string[]): string[] =>
  keys.filter((key) =>
    indexOf(composition)
      .preloading([key])
      .some((id) => composition.slices[id]?.canary !== undefined),
  );
