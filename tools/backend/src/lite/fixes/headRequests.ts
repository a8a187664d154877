/**
 * Symptom: `@supabase/lite` responds with 400 to HEAD of a function, which supabase-js sends for a count of its rows; and
 * its 500 to HEAD of a table has no body, from which `errorStatus` could tell a malformed request.
 * Hosted Supabase: PostgREST responds like GET, without a body.
 * Test: `supabase-js/supabaseJs.test.ts`, "a count of rows" and "an unclosed quote in select, by HEAD".
 */

/** `handle`, with HEAD as GET where the library cannot do it. A table's rows are not read for a HEAD that succeeds. */
export const withHeadRequests =
  (handle: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'HEAD' || !pathname.startsWith('/rest/v1/')) return handle(request);
    if (!pathname.startsWith('/rest/v1/rpc/')) {
      const response = await handle(request);
      if (response.status !== 500) return response;
    }
    const { status, headers, body } = await handle(new Request(request, { method: 'GET' }));
    await body?.cancel();
    return new Response(null, { status, headers });
  };
