/** Detects pages that are not in the document's part of the composition. */
import { type Composition, routeAt, type ShellManifest } from '@slipway/contracts';
import type { KnownRoutes } from './hostContext';

type Pages = Pick<KnownRoutes, 'routes' | 'redirects'>;

/**
 * Whether the app needs the rest of the composition before it starts: the document's part does not have the page, or
 * the page to open after sign-in. The document with which the service worker opens pages has no slices (decision 107).
 */
export function needsRest(
  composed: Composition,
  { routes }: ShellManifest,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): boolean {
  const { rest, slices } = composed;
  if (!rest) return false;
  const own = [routes, ...Object.values(slices).map((slice) => slice.routes)].flat();
  const earlier = Object.values(slices).flatMap(({ redirects = [] }) => redirects);
  const pages = [...own, ...earlier.map(({ from }) => ({ path: from }))];
  const target = new URLSearchParams(search).get('redirect')?.split(/[?#]/, 1)[0] ?? '/';
  return !routeAt(pages, pathname) || !routeAt([...own, ...rest.routes], target);
}

/** Returns a function that filters the routes and redirects which no earlier call had. */
export function unknownTo({ routes, redirects }: Pages): (pages: Pages) => Pages {
  const known = new Set([...routes.map(({ path }) => path), ...redirects.map(({ from }) => from)]);
  const isNew = (path: string) => !known.has(path);
  return (pages) => {
    const found = {
      routes: pages.routes.filter(({ path }) => isNew(path)),
      redirects: pages.redirects.filter(({ from }) => isNew(from)),
    };
    for (const { path } of found.routes) known.add(path);
    for (const { from } of found.redirects) known.add(from);
    return found;
  };
}
