/** Where a person wanted to go before signing in. It comes from the address, so it may name only a page of this app. */

const PARAMETER = 'redirect';

/** The sign-in page's address that leads back to `path` (a path, with its query if any). */
export const signInAddress = (path: string) =>
  `/login?${new URLSearchParams({ [PARAMETER]: path }).toString()}`;

/**
 * The path that `search` asks to return to, or undefined when it is none of `routes`.
 * Anything but a plain path of this origin is refused: `//host`, `/\host`, a scheme, a path nobody has declared.
 */
export function returnPath(search: string, routes: readonly { path: string }[]): string | undefined {
  const wanted = new URLSearchParams(search).get(PARAMETER);
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return undefined;
  const here = 'https://app.invalid';
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined;
  if (url?.origin !== here || !routes.some(({ path }) => path === url.pathname)) return undefined;
  return url.pathname + url.search;
}
