/** The shape of a slice's one exposed module, held to its manifest by the compiler. */
import type { ComponentType } from 'react';
import type { SliceManifest, SlotProps } from '@slipway/contracts';

/** A lazily imported module whose default export is a component. */
export type LazyModule<Props = Record<never, never>> = () => Promise<{ default: ComponentType<Props> }>;

type Pages<Manifest extends SliceManifest> = Record<Manifest['routes'][number]['path'], LazyModule>;
type Fillings<Manifest extends SliceManifest> = {
  [Name in Manifest['slots'][number]['name']]: LazyModule<SlotProps[Name]>;
};

export interface SliceModule {
  manifest: SliceManifest;
  /** Route path or slot name to the module that shows it. */
  parts: Readonly<Record<string, LazyModule>>;
}

/** A page for every route of the manifest and a component for every slot; anything missing does not compile. */
export const defineSlice = <const Manifest extends SliceManifest>(
  manifest: Manifest,
  parts: Pages<Manifest> & Fillings<Manifest>,
): SliceModule => ({ manifest, parts: parts as Readonly<Record<string, LazyModule>> });
