/** The type of a slice's exposed module, checked against its manifest by the compiler. */
import type { ComponentType } from 'react';
import type { Fields, SliceManifest, SlotName, SlotProps, ValuesOf } from '@slipway/contracts';

/** A dynamic import of a module whose default export is a component. */
export type LazyModule<Props = Record<never, never>> = () => Promise<{ default: ComponentType<Props> }>;

type Pages<Manifest extends SliceManifest> = Record<Manifest['routes'][number]['path'], LazyModule>;
/** Those of the contracts, or those that the manifest expects of an open slot. */
type PropsOf<Use> = Use extends { props: infer Props extends Fields }
  ? ValuesOf<Props>
  : Use extends { name: infer Name extends SlotName }
    ? SlotProps[Name]
    : never;
type SlotComponents<Manifest extends SliceManifest> = {
  [Use in Manifest['slots'][number] as Use['name']]: LazyModule<PropsOf<Use>>;
};

export interface SliceModule {
  manifest: SliceManifest;
  /** Route paths and slot names, each with the module that renders it. */
  parts: Readonly<Record<string, LazyModule>>;
}

/** Takes a page for each route of the manifest and a component for each slot. A missing one does not compile. */
export const defineSlice = <const Manifest extends SliceManifest>(
  manifest: Manifest,
  parts: Pages<Manifest> & SlotComponents<Manifest>,
): SliceModule => ({ manifest, parts: parts as Readonly<Record<string, LazyModule>> });
