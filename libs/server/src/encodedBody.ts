/**
 * Rejects a request whose body has a content coding, such as gzip. No server here decodes one: the compressed bytes
 * would be read as the body, and the error would not explain why.
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
