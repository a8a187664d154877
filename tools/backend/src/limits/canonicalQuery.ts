/**
 * Rewrites the query of a request to the auth service, so that the limits and `@supabase/lite` read the same
 * parameters. The library's router reads `grant_type=password` from `?grant%5Ftype=refresh_token&grant_type=password`,
 * and from `?x=y?grant_type=password`; a `URL` reads another value or none. Such requests would bypass the limit of
 * wrong passwords.
 */

/** Each parameter once, the first of its name, in the standard encoding and without a fragment. */
export function withCanonicalQuery(url: URL): URL {
  const parameters = new URLSearchParams();
  for (const [name, value] of url.searchParams) if (!parameters.has(name)) parameters.set(name, value);
  const canonical = new URL(url);
  canonical.search = parameters.toString();
  canonical.hash = '';
  return canonical;
}
