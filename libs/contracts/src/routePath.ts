/**
 * Paths of routes: `/notes/:id` has a parameter, `/notes/:id?` an optional one, `/files/*` matches the rest of the
 * address. The first segment is always fixed, so that routes of two slices rarely conflict. Routes are ranked as in
 * React Router.
 */

/** A path without optional parts: it has one document. */
export type Pattern = readonly string[];

/** The most segments of a path with parameters. Web servers try each combination to find its document. */
export const MOST_SEGMENTS = 4;

const FIXED = /^[a-z0-9-]+\??$/;
const PARAMETER = /^:[a-z][A-Za-z0-9]*\??$/;

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string) => segment.startsWith(':');

/** Whether the route has several addresses: its path has parameters, optional segments or `*`. */
export const isDynamic = (path: string): boolean => /[:*?]/.test(path);

/** Whether a path is valid: `/`, or a fixed segment followed by any segments. `*` can only be the last one, and no name occurs twice. */
export function isRoutePath(path: string): boolean {
  if (path === '/') return true;
  if (!path.startsWith('/')) return false;
  const [first = '', ...others] = path.slice(1).split('/');
  const names = others.filter(isParameter).map((segment) => segment.replace('?', ''));
  return (
    /^[a-z0-9-]+$/.test(first) &&
    others.every(
      (segment, at) =>
        FIXED.test(segment) || PARAMETER.test(segment) || (segment === '*' && at === others.length - 1),
    ) &&
    new Set(names).size === names.length &&
    (!isDynamic(path) || others.length < MOST_SEGMENTS)
  );
}

/** Every pattern of a path, the longest first: an optional segment and `*` may be absent. */
export function patternsOf(path: string): Pattern[] {
  let patterns: string[][] = [[]];
  for (const segment of segmentsOf(path)) {
    const name = segment.replace(/\?$/, '');
    const extended = patterns.map((pattern) => [...pattern, isParameter(name) ? ':' : name]);
    patterns = segment.endsWith('?') || segment === '*' ? [...extended, ...patterns] : extended;
  }
  const known = new Map(patterns.map((pattern) => [pattern.join('/'), pattern]));
  return [...known.values()].sort((a, b) => b.length - a.length);
}

/** Whether every address of `inner` is one of `outer`. A pattern with `*` has at least one segment there. */
export function covers(outer: Pattern, inner: Pattern): boolean {
  const [own, ...rest] = outer;
  const [other, ...others] = inner;
  if (own === undefined) return other === undefined;
  if (own === '*') return other !== undefined;
  if (other === undefined || other === '*') return false;
  return (own === ':' || own === other) && covers(rest, others);
}

/** Whether some address matches both patterns. */
export function overlaps(one: Pattern, two: Pattern): boolean {
  const [first, ...rest] = one;
  const [second, ...others] = two;
  if (first === undefined || second === undefined) return first === second;
  if (first === '*' || second === '*') return true;
  return (first === ':' || second === ':' || first === second) && overlaps(rest, others);
}

/** Whether an address, without its query, is one of the route's. */
export const matchesPath = (path: string, address: string): boolean =>
  patternsOf(path).some((pattern) => covers(pattern, segmentsOf(address)));

/** Negative when the router prefers `one` at an address that both match. */
function compare(one: Pattern, two: Pattern): number {
  const rank = (segment: string | undefined) =>
    segment === undefined ? 0 : segment === '*' ? 3 : segment === ':' ? 2 : 1;
  const at = one.findIndex((segment, index) => rank(segment) !== rank(two[index]));
  return at < 0 ? 0 : rank(one[at]) - rank(two[at]);
}

/** The route of an address, without its query: a fixed segment is preferred to a parameter, and that to `*`. */
export function routeAt<Item extends { path: string }>(
  routes: readonly Item[],
  address: string,
): Item | undefined {
  const segments = segmentsOf(address);
  let found: { route: Item; pattern: Pattern } | undefined;
  for (const route of routes) {
    for (const pattern of patternsOf(route.path)) {
      if (covers(pattern, segments) && (!found || compare(pattern, found.pattern) < 0))
        found = { route, pattern };
    }
  }
  return found?.route;
}

/** Pairs of paths that match a common address, where neither path is more specific. */
export function ambiguousPaths(paths: readonly string[]): [string, string][] {
  return paths.flatMap((one, index) =>
    paths.slice(index + 1).flatMap((two): [string, string][] => {
      const isAmbiguous = patternsOf(one).some((first) =>
        patternsOf(two).some(
          (second) => overlaps(first, second) && covers(first, second) === covers(second, first),
        ),
      );
      return isAmbiguous ? [[one, two]] : [];
    }),
  );
}

/** The address of a path with values for its parameters. Optional ones without a value are left out. */
export function fillPath(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const filled = segmentsOf(path).flatMap((segment) => {
    if (segment === '*') return values['*'] === undefined ? [] : values['*'].split('/');
    if (!isParameter(segment)) return segment.endsWith('?') ? [] : [segment];
    return values[segment.slice(1).replace('?', '')] ?? [];
  });
  return `/${filled.map(encodeURIComponent).join('/')}`;
}

type ParameterOf<Segment extends string> = Segment extends `:${infer Name}?`
  ? Partial<Record<Name, string>>
  : Segment extends `:${infer Name}`
    ? Record<Name, string>
    : Segment extends '*'
      ? { '*': string }
      : unknown;

/** The parameters of a path: `{ id: string }` for `/notes/:id`. */
export type RouteParams<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterOf<Segment> & RouteParams<Rest>
  : ParameterOf<Path>;
