/** The type of a slice's exposed module, checked against its manifest by the compiler. */
import type { SliceManifest } from '@slipway/contracts';
import type { FirstLoaders, FirstParts, FirstSliceModule } from './firstContract';
import type { LazyModule, PageWithLoader, SliceModule, SlotParts } from './sliceParts';

type Pages<Manifest extends SliceManifest> = {
  [Path in Manifest['routes'][number]['path']]: LazyModule | PageWithLoader<Path>;
};
type Nothing = Readonly<Record<string, never>>;
type SliceParts<Manifest extends SliceManifest> = (Manifest['routes'] extends readonly []
  ? { pages?: Nothing }
  : { pages: Pages<Manifest> }) &
  (Manifest['slots'] extends readonly [] ? { slots?: Nothing } : { slots: SlotParts<Manifest> });

/** Takes a page for each route of the manifest and a component for each slot. A missing one is a compile error. */
export function defineSlice<const Manifest extends SliceManifest & { contract: 2 }>(
  manifest: Manifest,
  parts: SliceParts<Manifest>,
): SliceModule;
/** @deprecated Contract 1. `slipway upgrade --write` moves a slice to contract 2. */
export function defineSlice<const Manifest extends SliceManifest & { contract: 1 }>(
  manifest: Manifest,
  parts: FirstParts<Manifest>,
  loaders?: FirstLoaders<Manifest>,
): FirstSliceModule;
export function defineSlice(
  manifest: SliceManifest,
  parts: object,
  loaders: object = {},
): SliceModule | FirstSliceModule {
  return manifest.contract === 1
    ? ({ manifest, parts, loaders } as FirstSliceModule)
    : { manifest, ...parts };
}
