/** Translates the titles and labels of manifests, in place and before anything is rendered. */
import type { Composition, Languages, Route } from '@slipway/contracts';

type Names = Readonly<Record<string, string>>;
type Named = { routes: readonly Pick<Route, 'title'>[]; nav?: readonly { label: string }[] };

export const namesIn = (files: Languages['translations'][string]): Names =>
  Object.assign({}, ...Object.values(files).map(({ names }) => names)) as Names;

export function translateNames(names: Names, { routes, nav = [] }: Named): void {
  for (const route of routes) Object.assign(route, { title: names[route.title] ?? route.title });
  for (const entry of nav) Object.assign(entry, { label: names[entry.label] ?? entry.label });
}

/** Those of slices, and of their canaries. */
export function translateSlices(names: Names, slices: Composition['slices']): void {
  for (const slice of Object.values(slices)) {
    translateNames(names, slice);
    if (slice.canary) translateNames(names, slice.canary.release);
  }
}
