/**
 * Symptom: for an insert whose `select` embeds another table, `@supabase/lite` returns a list although the client asked
 * for a single object (`.single()`).
 * Hosted Supabase: PostgREST returns the object.
 * Test: `fixes.test.ts`, "singleObject".
 */
const SINGLE_OBJECT = 'application/vnd.pgrst.object+json';

export async function withSingleObject(request: Request, response: Response): Promise<Response> {
  const isInsert = request.method === 'POST' && new URL(request.url).searchParams.has('select');
  if (!isInsert || !response.ok || !request.headers.get('accept')?.includes(SINGLE_OBJECT)) return response;
  const text = await response.text();
  const rows: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  const body = Array.isArray(rows) && rows.length === 1 ? JSON.stringify(rows[0]) : text;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}
