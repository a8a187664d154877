/** The type of a slice's exposed module, checked against its manifest by the compiler. */
import type { ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Fields, RouteParams, SliceManifest, SlotName, SlotProps, ValuesOf } from '@slipway/contracts';

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

/** The argument of a route's loader. */
export interface LoaderContext<Path extends string = string> {
  queryClient: QueryClient;
  /** Of the address. */
  params: RouteParams<Path>;
  search: URLSearchParams;
}

/** Starts the data of a page: `({ queryClient }) => queryClient.prefetchQuery(noteQueries.list())`. */
export type RouteLoader<Path extends string = string> = (context: LoaderContext<Path>) => unknown;

type Loaders<Manifest extends SliceManifest> = {
  [Path in Manifest['routes'][number]['path']]?: RouteLoader<Path>;
};

/** The default export of a slice's module. */
export interface SliceModule {
  manifest: SliceManifest;
  /** Route paths and slot names, each with the module that renders it. */
  parts: Readonly<Record<string, LazyModule>>;
  /** By route path. Releases of earlier versions have none. */
  loaders?: Readonly<Record<string, RouteLoader>>;
}

/**
 * Takes a page for each route of the manifest and a component for each slot; a missing one does not compile. A route with
 * a loader starts its data while the code of its page loads: when it is opened, and when a link to it gets attention.
 */
export const defineSlice = <const Manifest extends SliceManifest>(
  manifest: Manifest,
  parts: Pages<Manifest> & SlotComponents<Manifest>,
  loaders: Loaders<Manifest> = {},
): SliceModule => ({
  manifest,
  parts: parts as Readonly<Record<string, LazyModule>>,
  loaders: loaders as Readonly<Record<string, RouteLoader>>,
});
