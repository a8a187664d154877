/**
 * Symptom: `@supabase/lite` responds with 400 to HEAD of a function, which supabase-js sends for a count of its rows.
 * Hosted Supabase: PostgREST responds like GET, without a body.
 * Test: `supabase-js/supabaseJs.test.ts`, "a count of rows".
 */
const isFunctionHead = (request: Request) =>
  request.method === 'HEAD' && new URL(request.url).pathname.startsWith('/rest/v1/rpc/');

/** `handle`, with HEAD of a function as GET. */
export const withFunctionHead =
  (handle: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    if (!isFunctionHead(request)) return handle(request);
    const { status, headers, body } = await handle(new Request(request, { method: 'GET' }));
    await body?.cancel();
    return new Response(null, { status, headers });
  };
