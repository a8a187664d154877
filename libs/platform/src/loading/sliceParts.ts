/** The parts of a slice's module: pages, loaders and components of slots. */
import type { ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Fields, RouteParams, SliceManifest, SlotName, SlotProps, ValuesOf } from '@slipway/contracts';

/** A dynamic import of a module whose default export is a component. */
export type LazyModule<Props = Record<never, never>> = () => Promise<{ default: ComponentType<Props> }>;

/** The argument of a route's loader. */
export interface LoaderContext<Path extends string = string> {
  queryClient: QueryClient;
  /** The parameters in the address. */
  params: RouteParams<Path>;
  search: URLSearchParams;
}

/** Starts fetching the data of a page: `({ queryClient }) => queryClient.prefetchQuery(noteQueries.list())`. */
export type RouteLoader<Path extends string = string> = (context: LoaderContext<Path>) => unknown;

/**
 * A page whose data is fetched while its code loads: when the page opens, and when a link to it is hovered or focused.
 */
export interface PageWithLoader<Path extends string = string> {
  page: LazyModule;
  loader: RouteLoader<Path>;
}

/**
 * Starts fetching the data of a slot's component: `({ queryClient }) =>
 * queryClient.prefetchQuery(noteQueries.newest())`.
 */
export type SlotLoader = (context: Pick<LoaderContext, 'queryClient'>) => unknown;

/** A slot's component whose data is fetched while its code loads. */
export interface SlotWithLoader<Props = Record<never, never>> {
  slot: LazyModule<Props>;
  loader: SlotLoader;
}

/** The props in the contracts, or those that the manifest declares for an open slot. */
type PropsOf<Use> = Use extends { props: infer Props extends Fields }
  ? ValuesOf<Props>
  : Use extends { name: infer Name extends SlotName }
    ? SlotProps[Name]
    : never;
export type SlotComponents<Manifest extends SliceManifest> = {
  [Use in Manifest['slots'][number] as Use['name']]: LazyModule<PropsOf<Use>>;
};
export type SlotParts<Manifest extends SliceManifest> = {
  [Use in Manifest['slots'][number] as Use['name']]: LazyModule<PropsOf<Use>> | SlotWithLoader<PropsOf<Use>>;
};
/** The default export of a slice's module. */
export interface SliceModule {
  manifest: SliceManifest;
  /** By route path. */
  pages?: Readonly<Record<string, LazyModule | PageWithLoader>>;
  /** By slot name. */
  slots?: Readonly<Record<string, LazyModule | SlotWithLoader>>;
}
