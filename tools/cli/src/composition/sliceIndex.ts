/**
 * An index of the slices of a composition by route, slot and preloaded files. Each document needs a few slices, so
 * searching all slices for each document would be quadratic.
 */
import type { ComposedSlice, Composition, Route } from '@slipway/contracts';

interface Navigation {
  /** The links of all slices. */
  nav: ComposedSlice['nav'];
  /** The slices with a route that the frame links to. */
  linked: readonly (readonly [id: string, slice: ComposedSlice])[];
}

export interface SliceIndex {
  /** The slices with a route or a redirect at one of the paths, or that fill one of the slots, in the order of the composition. */
  needed(paths: readonly string[], slots: readonly string[]): string[];
  /** Those with files for one of the keys of `preload`, in their release or in its canary. */
  preloading(keys: readonly string[]): string[];
  routeAt(path: string): Route | undefined;
  /** `links` are those of the shell. */
  navigation(links: readonly string[]): Navigation;
}

type Slices = Composition['slices'];
/** Ascending, each once. */
type Positions = Map<string, number[]>;

const known = new WeakMap<Slices, SliceIndex>();

/** The index of the slices, which nothing changes. */
export function indexOf({ slices }: Pick<Composition, 'slices'>): SliceIndex {
  const index = known.get(slices) ?? makeIndex(slices);
  known.set(slices, index);
  return index;
}

function makeIndex(slices: Slices): SliceIndex {
  const all = Object.entries(slices);
  const [byPath, bySlot, byPreload]: Positions[] = [new Map(), new Map(), new Map()];
  const routes = new Map<string, Route>();
  const add = (positions: Positions | undefined, key: string, position: number) => {
    const found = positions?.get(key);
    if (!found) positions?.set(key, [position]);
    else if (found.at(-1) !== position) found.push(position);
  };
  all.forEach(([, slice], position) => {
    for (const route of slice.routes) if (!routes.has(route.path)) routes.set(route.path, route);
    for (const release of [slice, ...(slice.canary ? [slice.canary.release] : [])]) {
      for (const { path } of release.routes) add(byPath, path, position);
      for (const { from } of release.redirects ?? []) add(byPath, from, position);
      for (const { name } of release.slots) add(bySlot, name, position);
      for (const key of Object.keys(release.preload)) add(byPreload, key, position);
    }
  });
  const idsAt = (found: readonly (readonly number[] | undefined)[]) =>
    [...new Set(found.flatMap((positions) => positions ?? []))]
      .sort((a, b) => a - b)
      .flatMap((position) => all[position]?.[0] ?? []);
  const navigations = new Map<string, Navigation>();
  const navigationOf = (links: readonly string[]): Navigation => {
    const nav = all.flatMap(([, slice]) => slice.nav);
    const paths = new Set([...links, ...nav.map(({ path }) => path)]);
    return { nav, linked: all.filter(([, slice]) => slice.routes.some(({ path }) => paths.has(path))) };
  };
  return {
    needed: (paths, slots) =>
      idsAt([...paths.map((path) => byPath?.get(path)), ...slots.map((slot) => bySlot?.get(slot))]),
    preloading: (keys) => idsAt(keys.map((key) => byPreload?.get(key))),
    routeAt: (path) => routes.get(path),
    navigation(links) {
      const name = links.join(' ');
      const navigation = navigations.get(name) ?? navigationOf(links);
      navigations.set(name, navigation);
      return navigation;
    },
  };
}
