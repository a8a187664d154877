/**
 * Symptom: `@supabase/lite` reads a table for an unknown method such as PROPFIND, ignores a `limit` or `offset` that is
 * not a number, and sends a null character in a column's name to the database, which then closes the connection.
 * Hosted Supabase: PostgREST rejects each.
 * Test: `supabase-js/supabaseJs.test.ts`, "an unsupported method" and "a malformed limit".
 */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** `limit`, `offset`, and those of an embedded table: `agent_reviews.limit`. */
const range = /^(?:.+\.)?(?:limit|offset)$/;

const rejection = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status });

/** PostgREST's response for a request to `/rest/v1/*` that it rejects without the database. */
export function rejectedRequest(request: Request): Response | undefined {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith('/rest/')) return undefined;
  if (!methods.has(request.method)) {
    return rejection(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`);
  }
  for (const [name, value] of searchParams) {
    if (`${name}${value}`.includes('\0')) {
      return rejection(400, 'PGRST100', 'The query contains a null character');
    }
    if (!range.test(name) || /^-?\d+$/.test(value)) continue;
    return rejection(400, 'PGRST100', `"failed to parse ${name} parameter (${value.slice(0, 40)})"`);
  }
  return undefined;
}
