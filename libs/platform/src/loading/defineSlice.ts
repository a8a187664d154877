/** The type of a slice's exposed module, checked against its manifest by the compiler. */
import type { ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Fields, RouteParams, SliceManifest, SlotName, SlotProps, ValuesOf } from '@slipway/contracts';
import type { FirstLoaders, FirstParts, FirstSliceModule } from './firstContract';

/** A dynamic import of a module whose default export is a component. */
export type LazyModule<Props = Record<never, never>> = () => Promise<{ default: ComponentType<Props> }>;

/** The argument of a route's loader. */
export interface LoaderContext<Path extends string = string> {
  queryClient: QueryClient;
  /** Of the address. */
  params: RouteParams<Path>;
  search: URLSearchParams;
}

/** Starts the data of a page: `({ queryClient }) => queryClient.prefetchQuery(noteQueries.list())`. */
export type RouteLoader<Path extends string = string> = (context: LoaderContext<Path>) => unknown;

/** A page whose data starts while its code loads: when it is opened, and when a link to it gets attention. */
export interface PageWithLoader<Path extends string = string> {
  page: LazyModule;
  loader: RouteLoader<Path>;
}

type Pages<Manifest extends SliceManifest> = {
  [Path in Manifest['routes'][number]['path']]: LazyModule | PageWithLoader<Path>;
};
/** Those of the contracts, or those that the manifest expects of an open slot. */
type PropsOf<Use> = Use extends { props: infer Props extends Fields }
  ? ValuesOf<Props>
  : Use extends { name: infer Name extends SlotName }
    ? SlotProps[Name]
    : never;
export type SlotComponents<Manifest extends SliceManifest> = {
  [Use in Manifest['slots'][number] as Use['name']]: LazyModule<PropsOf<Use>>;
};
type Nothing = Readonly<Record<string, never>>;
type SliceParts<Manifest extends SliceManifest> = (Manifest['routes'] extends readonly []
  ? { pages?: Nothing }
  : { pages: Pages<Manifest> }) &
  (Manifest['slots'] extends readonly [] ? { slots?: Nothing } : { slots: SlotComponents<Manifest> });

/** The default export of a slice's module. */
export interface SliceModule {
  manifest: SliceManifest;
  /** By route path. */
  pages?: Readonly<Record<string, LazyModule | PageWithLoader>>;
  /** By slot name. */
  slots?: Readonly<Record<string, LazyModule>>;
}

/** Takes a page for each route of the manifest and a component for each slot; a missing one does not compile. */
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
