/**
 * The path to open after sign-in. It comes from the URL, so only a page of this app is accepted, and no override: a
 * sandboxed frame can open the sign-in page with any path, and may not choose a release. Overrides of the tab stay.
 */
import { isDynamic, matchesPath } from '@slipway/contracts';
import { OVERRIDE } from '../overrides/overrideParameter';

const PARAMETER = 'redirect';

export const SIGN_IN = '/login';

/** The URL of the sign-in page that redirects to `path` (with its query, if any). */
export const signInAddress = (path: string) =>
  `${SIGN_IN}?${new URLSearchParams({ [PARAMETER]: path }).toString()}`;

/**
 * Returns the path that `search` asks for, or undefined if it is none of `routes`. Rejects everything but a plain path
 * of this origin: `//host`, `/\host`, a scheme, an undeclared path.
 */
export function returnPath(search: string, routes: readonly { path: string }[]): string | undefined {
  const requested = new URLSearchParams(search).get(PARAMETER);
  if (!requested || !/^\/(?![/\\])/.test(requested)) return undefined;
  const origin = 'https://app.invalid';
  const url = URL.canParse(requested, origin) ? new URL(requested, origin) : undefined;
  const isPage = ({ path }: { path: string }) =>
    path === url?.pathname || (isDynamic(path) && matchesPath(path, url?.pathname ?? ''));
  if (url?.origin !== origin || !routes.some(isPage)) return undefined;
  // Only if needed: `delete` normalizes the rest of the query.
  if (url.searchParams.has(OVERRIDE)) url.searchParams.delete(OVERRIDE);
  return url.pathname + url.search;
}
