/**
 * Where to return after sign-in. The path comes from the address bar, so it may only name a page of this app, and no release of a
 * slice: a sandboxed frame, which may not choose one, can open the sign-in page with any path. The tab keeps its own choice.
 */
import { isDynamic, matchesPath } from '@slipway/contracts';
import { OVERRIDE } from '../overrides/overrideParameter';

const PARAMETER = 'redirect';

export const SIGN_IN = '/login';

/** The address of the sign-in page that leads back to `path` (with its query, if any). */
export const signInAddress = (path: string) =>
  `${SIGN_IN}?${new URLSearchParams({ [PARAMETER]: path }).toString()}`;

/**
 * Returns the path that `search` asks to return to, or undefined unless it is one of `routes`.
 * Rejects anything but a plain path of this origin: `//host`, `/\host`, a scheme, an undeclared path.
 */
export function returnPath(search: string, routes: readonly { path: string }[]): string | undefined {
  const requested = new URLSearchParams(search).get(PARAMETER);
  if (!requested || !/^\/(?![/\\])/.test(requested)) return undefined;
  const origin = 'https://app.invalid';
  const url = URL.canParse(requested, origin) ? new URL(requested, origin) : undefined;
  const isPage = ({ path }: { path: string }) =>
    path === url?.pathname || (isDynamic(path) && matchesPath(path, url?.pathname ?? ''));
  if (url?.origin !== origin || !routes.some(isPage)) return undefined;
  // Only then: it writes the rest of the query again.
  if (url.searchParams.has(OVERRIDE)) url.searchParams.delete(OVERRIDE);
  return url.pathname + url.search;
}
