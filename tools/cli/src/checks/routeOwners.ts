/**
 * Each address of the app belongs to one release: its routes, and the addresses that it redirects. In one deploy a route may
 * move from one slice to another, as only the result is checked.
 */
import { overlaps, patternsOf, routeAt, type ShellRelease, type SliceRelease } from '@slipway/contracts';

type Release = ShellRelease | SliceRelease;

interface Claim {
  release: Release;
  path: string;
}

const redirectsOf = (release: Release) => (release.kind === 'slice' ? (release.redirects ?? []) : []);

const claimsOf = (release: Release): Claim[] =>
  [...release.routes.map(({ path }) => path), ...redirectsOf(release).map(({ from }) => from)].map(
    (path) => ({
      release,
      path,
    }),
  );

/** By the first segment, which is fixed: only those can meet, so a hundred slices need no ten thousand comparisons. */
function neighborhoods(claims: readonly Claim[]): Claim[][] {
  const found = new Map<string, Claim[]>();
  for (const claim of claims) {
    const [, first = ''] = claim.path.split('/');
    found.set(first, [...(found.get(first) ?? []), claim]);
  }
  return [...found.values()];
}

const meet = (one: string, two: string) =>
  patternsOf(one).some((first) => patternsOf(two).some((second) => overlaps(first, second)));

function conflict(one: Claim, two: Claim): string | undefined {
  if (one.release.id === two.release.id || !meet(one.path, two.path)) return undefined;
  const owners = `${one.release.id} and ${two.release.id}`;
  return one.path === two.path
    ? `${owners} both claim the route ${one.path}: only one of them may`
    : `${owners} both claim an address: the routes ${one.path} and ${two.path} match the same ones, and only one slice may have them`;
}

/** Every address that two releases claim, and every redirect to a page that does not exist. */
export function routeOwnerFailures(releases: readonly Release[]): string[] {
  const claims = releases.flatMap(claimsOf);
  const conflicts = neighborhoods(claims).flatMap((near) =>
    near.flatMap((one, index) => near.slice(index + 1).map((two) => conflict(one, two))),
  );
  const routes = releases.flatMap(({ routes }) => routes);
  const lost = releases.flatMap((release) =>
    redirectsOf(release)
      .filter(({ to }) => !routes.some(({ path }) => path === to) && !routeAt(routes, to))
      .map(
        ({ from, to }) =>
          `${release.id} redirects ${from} to ${to}, and no slice has that page: correct its redirects, or deploy both slices together`,
      ),
  );
  return [...new Set([...conflicts.filter((failure) => failure !== undefined), ...lost])];
}
