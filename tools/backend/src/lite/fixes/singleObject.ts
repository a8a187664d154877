/**
 * One object where one was asked for (`.single()`): `@supabase/lite` answers an insert that embeds another table with
 * a list of one.
 */
const WANTED = 'application/vnd.pgrst.object+json';

export async function asSingleObject(request: Request, answer: Response): Promise<Response> {
  const isWritten = request.method === 'POST' && new URL(request.url).searchParams.has('select');
  if (!isWritten || !answer.ok || !request.headers.get('accept')?.includes(WANTED)) return answer;
  const text = await answer.text();
  const rows: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  const body = Array.isArray(rows) && rows.length === 1 ? JSON.stringify(rows[0]) : text;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
}
