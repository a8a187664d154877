/** Compares the routes of a slice with each other, which the schema of one route cannot do. */
import { ambiguousPaths, fillPath, routeAt } from './routePath';

interface DeclaredRoute {
  path: string;
  access: string;
  parent?: string | undefined;
}

const namesIn = (path: string) =>
  (path.match(/:[A-Za-z0-9]+|\*/g) ?? []).map((name) => name.replace(':', ''));

function parentFailures(routes: readonly DeclaredRoute[]): string[] {
  const known = new Map(routes.map((route) => [route.path, route]));
  return routes.flatMap(({ path, access, parent }) => {
    if (parent === undefined) return [];
    const outer = known.get(parent);
    if (!outer) return [`routes: ${path} has the parent ${parent}, which is no route of this slice`];
    if (!path.startsWith(`${parent}/`))
      return [`routes: ${path} has the parent ${parent}: start it with that path`];
    return outer.access === access
      ? []
      : [`routes: ${path} is ${access} and its parent ${outer.access}: both must have the same access`];
  });
}

/** Every reason why the routes of a slice do not fit together. */
export function routeFailures(
  routes: readonly DeclaredRoute[],
  redirects: readonly { from: string; to: string }[] = [],
): string[] {
  const paths = [...routes.map(({ path }) => path), ...redirects.map(({ from }) => from)];
  return [
    ...ambiguousPaths(paths).map(
      ([one, two]) => `routes: ${one} and ${two} match the same address, and neither is the more precise one`,
    ),
    ...parentFailures(routes),
    ...redirects.flatMap(({ from, to }) => {
      const unknown = namesIn(to).filter((name) => !namesIn(from).includes(name));
      return unknown.length > 0
        ? [`redirects: ${to} needs ${unknown.join(', ')}, which ${from} has not`]
        : [];
    }),
    ...redirects
      .filter(({ to }) =>
        routeAt(
          redirects.map(({ from }) => ({ path: from })),
          exampleOf(to),
        ),
      )
      .map(({ from, to }) => `redirects: ${from} leads to ${to}, which is redirected itself`),
  ];
}

/** An address of the path. */
export const exampleOf = (path: string): string =>
  fillPath(path, Object.fromEntries(namesIn(path).map((name) => [name, '-'])));
