/**
 * Contract 1 of slices: pages and slots in one record, and loaders in another. The shell reads such a module as one of contract
 * 2. Delete this file when the shell stops hosting contract 1: `slipway upgrade` names the slices that need it (decision 085).
 */
import type { SliceManifest } from '@slipway/contracts';
import type { LazyModule, RouteLoader, SliceModule, SlotComponents } from './sliceParts';

export type FirstParts<Manifest extends SliceManifest> = Record<
  Manifest['routes'][number]['path'],
  LazyModule
> &
  SlotComponents<Manifest>;

export type FirstLoaders<Manifest extends SliceManifest> = {
  [Path in Manifest['routes'][number]['path']]?: RouteLoader<Path>;
};

/** The default export of a slice's module. */
export interface FirstSliceModule {
  manifest: SliceManifest;
  /** Route paths and slot names, each with the module that renders it. */
  parts: Readonly<Record<string, LazyModule>>;
  /** By route path. */
  loaders?: Readonly<Record<string, RouteLoader>>;
}

export const isFirstContract = (module: object): module is FirstSliceModule =>
  'parts' in module && typeof module.parts === 'object' && module.parts !== null;

/** The same slice, as contract 2 describes it. */
export function fromFirstContract({ manifest, parts, loaders = {} }: FirstSliceModule): SliceModule {
  const all = Object.entries(parts);
  const isPage = (key: string) => key.startsWith('/');
  return {
    manifest,
    pages: Object.fromEntries(
      all
        .filter(([key]) => isPage(key))
        .map(([path, page]) => {
          const loader = loaders[path];
          return [path, loader ? { page, loader } : page];
        }),
    ),
    slots: Object.fromEntries(all.filter(([key]) => !isPage(key))),
  };
}
