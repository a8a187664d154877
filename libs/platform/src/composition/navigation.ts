/** Navigation entries that the composed slices declare in `nav` of their manifests. */
import type { Access, Composition, Route } from '@slipway/contracts';

/** A link that a slice adds to the navigation. */
export interface NavEntry {
  path: string;
  label: string;
  /** The access of the route at `path`: a visitor is not offered a page behind sign-in. */
  access: Access;
}

/** The entries in composition order. Entries without a route are dropped: they would lead to the not-found page. */
export const navEntriesOf = (
  composition: Composition,
  routes: readonly Pick<Route, 'path' | 'access'>[],
): NavEntry[] =>
  (composition.rest?.nav ?? Object.values(composition.slices).flatMap(({ nav }) => nav)).flatMap(
    ({ path, label }) => {
      const route = routes.find((each) => each.path === path);
      return route ? [{ path, label, access: route.access }] : [];
    },
  );
