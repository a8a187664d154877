/** Reads the body of a request: limits its size, and rejects text that later parsers could read differently. */
import { isUtf8 } from 'node:buffer';
import { encodedBody } from '@slipway/server';

/** Bytes: 1 MB. */
export const MAX_BODY = 1_048_576;

const tooLarge = (most: number) =>
  Response.json(
    {
      code: 'PGRST102',
      message:
        most === MAX_BODY ? 'The body is larger than 1 MB' : 'The body of a write is larger than 256 KB',
      details: null,
      hint: null,
    },
    { status: 413, headers: { connection: 'close' } },
  );

/** An error in the format of PostgREST or the auth service, depending on the path of `url`. */
function rejection(
  url: URL,
  status: number,
  { code, message }: { code: string; message: string },
  headers: Record<string, string> = {},
): Response {
  const body = url.pathname.startsWith('/auth/')
    ? { code: status, error_code: 'validation_failed', msg: message }
    : { code, message, details: null, hint: null };
  return Response.json(body, { status, headers });
}

/** The request with its complete body in memory, or the response for a body that is rejected. */
export async function withBody(request: Request, url: URL, most: number): Promise<Request | Response> {
  const { method, headers, body } = request;
  if (Number(headers.get('content-length') ?? 0) > most) return tooLarge(most);
  if (!body) return new Request(url, { method, headers });
  const encoded = encodedBody(headers);
  if (encoded) return rejection(url, 415, { code: 'PGRST107', message: encoded.detail }, encoded.headers);

  const parts: Uint8Array[] = [];
  let size = 0;
  // The content-length header can be wrong or missing.
  for await (const part of body) {
    size += part.byteLength;
    if (size > most) return tooLarge(most);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  // Readers would replace it, and store another text.
  if (!isUtf8(bytes)) {
    return rejection(url, 400, { code: 'PGRST102', message: 'The body is not valid UTF-8' });
  }
  return new Request(url, { method, headers, ...(size > 0 ? { body: bytes } : {}) });
}
