/**
 * The body of a request, with a limit whether or not a length is announced. Hono's body limit copies a request without a
 * content length, such as a proxy's, and Node's adapter makes requests that cannot be copied.
 * `most` is bytes; returns undefined for a larger body.
 */
export async function limitedBody({ body }: Request, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > most) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
