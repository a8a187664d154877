/**
 * Rejects a request whose body has a content coding, such as gzip. No server here decodes one: read without it, the body
 * would be other bytes than the client meant, and the error would not say why.
 */
const IDENTITY: readonly string[] = ['', 'identity'];

/** For a response with the status 415; undefined for a body without a coding. */
export function encodedBody(
  headers: Headers,
): { detail: string; headers: Record<string, string> } | undefined {
  const codings = (headers.get('content-encoding') ?? '').split(',');
  if (codings.every((coding) => IDENTITY.includes(coding.trim().toLowerCase()))) return undefined;
  return {
    detail: 'Send the body uncompressed, without the header Content-Encoding',
    headers: { 'accept-encoding': 'identity' },
  };
}
